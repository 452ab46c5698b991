//! The fields of one CSV record, split by `csv-core`.

use csv_core::{ReadRecordResult, ReaderBuilder};
use urigram_answers::Refusal;

/// Returns the fields of a record, given without its end.
///
/// # Errors
/// A message for a carriage return outside of quotes, which would end the record.
pub(super) fn csv(record: &[u8], delimiter: u8) -> Result<Vec<Vec<u8>>, Refusal> {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    // Unquoting shortens a field.
    let mut text = vec![0; record.len()];
    let mut ends = vec![0; record.iter().filter(|&&byte| byte == delimiter).count() + 1];
    let (mut read, mut written, mut count) = (0, 0, 0);
    loop {
        let (result, taken, made, ended) =
            reader.read_record(&record[read..], &mut text[written..], &mut ends[count..]);
        read += taken;
        written += made;
        count += ended;
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::Record => break,
            // An empty record is an empty field.
            _ => {
                count = count.max(1);
                break;
            }
        }
    }
    if read < record.len() {
        return Err("a carriage return inside of a record, outside of quotes".into());
    }
    let mut start = 0;
    let field = |&end: &usize| {
        let field = text[start..end].to_vec();
        start = end;
        field
    };
    Ok(ends[..count].iter().map(field).collect())
}

#[cfg(test)]
mod tests {
    use super::csv;

    /// Short records have the fields that the crate `csv` finds.
    #[test]
    fn fields_are_those_of_the_csv_crate() {
        for length in 1..=6u32 {
            for code in 0..4usize.pow(length) {
                let byte = |place| b"a\", "[code / 4usize.pow(place) % 4];
                let record: Vec<u8> = (0..length).map(byte).collect();
                let mut reader = ::csv::ReaderBuilder::new()
                    .has_headers(false)
                    .flexible(true)
                    .from_reader(&record[..]);
                let expected: Vec<Vec<u8>> = reader
                    .byte_records()
                    .flat_map(|record| {
                        record.unwrap().iter().map(<[u8]>::to_vec).collect::<Vec<_>>()
                    })
                    .collect();
                assert_eq!(csv(&record, b',').unwrap(), expected, "{}", record.escape_ascii());
            }
        }
        assert_eq!(csv(b"", b',').unwrap(), [b""]);
        assert!(csv(b"a\rb", b',').is_err());
        assert_eq!(csv(b"\"a\rb\"", b',').unwrap(), [b"a\rb"]);
    }
}
