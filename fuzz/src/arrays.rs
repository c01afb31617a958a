//! The headers of `.npy` files: any bytes are one, or an error.

// The command is not a library; this file of it needs nothing else.
#[path = "../../crates/cli/src/relayout/npy.rs"]
#[allow(dead_code)]
mod header;

use header::Header;

/// Reading does not panic, the data start inside the file, and what is read is written and read again as
/// the same.
pub fn npy(data: &[u8]) {
    match Header::read(data) {
        Ok((header, start)) => {
            assert!(start <= data.len());
            let bytes = header.to_bytes();
            assert_eq!(bytes.len() % 64, 0);
            assert_eq!(Header::read(&bytes), Ok((header, bytes.len())));
        }
        Err(words) => assert!(!words.is_empty()),
    }
}
