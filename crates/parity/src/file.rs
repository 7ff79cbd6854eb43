//! Files that are written as a whole or not at all.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that at every moment either the old or the new content is there.
///
/// # Errors
/// If the directory cannot be made or the file not be written.
pub fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    write_by_rename(path, text, true)
}

/// The same, but what was written last may be damaged after a power cut: for what can be told from its
/// damaged copy and done again.
///
/// # Errors
/// If the directory cannot be made or the file not be written.
pub fn write_soon(path: &Path, text: &str) -> io::Result<()> {
    write_by_rename(path, text, false)
}

fn write_by_rename(path: &Path, text: &str, synchronised: bool) -> io::Result<()> {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(directory)?;
    let mut file = tempfile::Builder::new().prefix(".parity-").tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    if synchronised {
        file.as_file().sync_all()?;
    }
    #[cfg(unix)]
    {
        // Temporary files are private; a result is for everyone to read, as if written directly.
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
