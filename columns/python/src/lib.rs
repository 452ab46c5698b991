use pyo3_arrow as _;
