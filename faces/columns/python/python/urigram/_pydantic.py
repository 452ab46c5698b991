"""Values as fields of pydantic's models, which is imported only where it is used."""


def core_schema(cls, format_name):
    """Returns the schema of a type: a value, or a text that is parsed; written as a text."""
    from pydantic_core import PydanticCustomError
    from pydantic_core import core_schema as schemas

    def convert(value):
        if isinstance(value, cls):
            return value
        if not isinstance(value, str):
            raise PydanticCustomError("uri_type", "Input should be a text or a value of urigram")
        return cls(value)

    return schemas.json_or_python_schema(
        json_schema=schemas.no_info_after_validator_function(
            cls, schemas.str_schema(metadata={"pydantic_js_updates": {"format": format_name}})
        ),
        python_schema=schemas.no_info_plain_validator_function(convert),
        serialization=schemas.to_string_ser_schema(),
    )
