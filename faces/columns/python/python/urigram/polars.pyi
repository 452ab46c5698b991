import polars as pl

from .columns import _Methods

class UrigramExpr(_Methods[pl.Expr]):
    def __init__(self, expr: pl.Expr) -> None: ...

class UrigramSeries(_Methods[pl.Series]):
    def __init__(self, series: pl.Series) -> None: ...
