//! The headers of `.npy` files: any bytes are one, or an error.

use tilework_relayout::files::Header;

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
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
