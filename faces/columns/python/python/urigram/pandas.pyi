from typing import Any

import pandas as pd

from .columns import _Methods

class UrigramSeries(_Methods[pd.Series[Any]]):
    def __init__(self, series: pd.Series[Any]) -> None: ...
