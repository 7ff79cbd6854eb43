//! Files that are written as a whole or not at all. Only a device or a pipe is written to as it is.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that at every moment either the old or the new content is there.
///
/// # Errors
/// If the directory cannot be made or the file not be written.
pub fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, text, true)
}

/// The same, but what was written last may be damaged after a power cut: for what can be told from its
/// damaged copy and done again.
///
/// # Errors
/// If the directory cannot be made or the file not be written.
pub fn write_soon(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, text, false)
}

/// Fails if a file could not be written, before there is anything to write.
///
/// # Errors
/// If the path is a directory, or no file can be made beside it.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        // To open a pipe is to wait for its reader.
        Ok(there) if !there.is_file() => Ok(()),
        Ok(_) => check_directory(directory(&path.canonicalize()?)),
        Err(_) => check_directory(directory(path)),
    }
}

/// Makes a directory, and fails if no file can be made in it.
///
/// # Errors
/// If it cannot.
pub fn check_directory(directory: &Path) -> io::Result<()> {
    std::fs::create_dir_all(directory)?;
    tempfile::tempfile_in(directory)?;
    Ok(())
}

/// The directory of a file.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn write_whole(path: &Path, text: &str, synchronised: bool) -> io::Result<()> {
    match std::fs::metadata(path) {
        // A device or a pipe is written to, and must not be replaced.
        Ok(there) if !there.is_file() => std::fs::write(path, text),
        // What a link points to is replaced, not the link.
        Ok(_) => write_by_rename(&path.canonicalize()?, text, synchronised),
        Err(_) => write_by_rename(path, text, synchronised),
    }
}

fn write_by_rename(path: &Path, text: &str, synchronised: bool) -> io::Result<()> {
    let directory = directory(path);
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_a_link_points_to_is_written() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        std::fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        check_writable(&link).unwrap();
        write_atomically(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
    }

    #[test]
    fn a_device_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let link = directory.path().join("link");
        symlink("/dev/null", &link).unwrap();
        check_writable(&link).unwrap();
        write_atomically(&link, "text").unwrap();
        assert!(link.is_symlink(), "nor is the link to it");
        assert!(!std::fs::metadata(&link).unwrap().is_file());
    }

    #[test]
    fn what_cannot_be_written_is_known_before() {
        let directory = tempfile::tempdir().unwrap();
        assert!(check_writable(directory.path()).is_err());
        let file = directory.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(check_writable(&file.join("below")).is_err());
        assert!(check_writable(&directory.path().join("new/one")).is_ok());
    }
}
