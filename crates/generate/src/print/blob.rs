//! The file of bytes next to a generated module.

/// Bytes that a module refers to by offset; equal ones are stored once.
#[derive(Default)]
pub(crate) struct Blob {
    bytes: Vec<u8>,
    stored: Vec<(usize, usize)>,
}

impl Blob {
    /// Stores some bytes. Returns their offset.
    fn store(&mut self, bytes: &[u8]) -> usize {
        let same = |&&(start, len): &&(usize, usize)| self.bytes[start..start + len] == *bytes;
        if let Some(&(start, _)) = self.stored.iter().find(same) {
            return start;
        }
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        self.stored.push((start, bytes.len()));
        start
    }

    /// Stores some bytes. Returns the expression that reads them.
    pub(crate) fn slice(&mut self, bytes: &[u8]) -> String {
        format!("bytes(&FILE, {}, {})", self.store(bytes), bytes.len())
    }

    /// Stores the column of each byte. Returns the expression that reads them.
    pub(crate) fn columns(&mut self, columns: &[u8]) -> String {
        format!("columns(&FILE, {})", self.store(columns))
    }

    /// Returns the static that a module reads its file by, and the file.
    pub(crate) fn finish(self, name: &str) -> (String, Vec<u8>) {
        let declared =
            format!("static FILE: [u8; {}] = *include_bytes!(\"{name}\");\n", self.bytes.len());
        (declared, self.bytes)
    }
}
