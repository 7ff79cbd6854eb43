//! The shared library of OR-Tools, found and loaded at run time.
//!
//! The only unsafe code of this crate. It relies on what `ortools/sat/c_api/cp_solver_c.h` says of
//! one function, and on the loaded file being that library: it is either the one that
//! `scripts/setup` has checked against its hash or one that the user has named.
#![allow(unsafe_code)]

use std::env;
use std::ffi::{c_int, c_void};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libloading::{Error, Library, Symbol};

/// Names the library, in place of the one that `scripts/setup` installs.
const VARIABLE: &str = "PARITY_CP_SAT_LIBRARY";

/// Where `scripts/setup` puts the library, from the root of the repository.
const FOLDER: &str = ".solvers/cp-sat/ortools/.libs";

/// `void SolveCpModelWithParameters(const void* creq, int creq_len, const void* cparams,
/// int cparams_len, void** cres, int* cres_len)`: the response is in memory from `malloc`.
type Solve =
    unsafe extern "C" fn(*const c_void, c_int, *const c_void, c_int, *mut *mut c_void, *mut c_int);

unsafe extern "C" {
    fn free(pointer: *mut c_void);
}

/// # Safety
/// Loading runs the initialisers of the library and of those it needs.
#[cfg(unix)]
unsafe fn open(path: &Path) -> Result<Library, Error> {
    use libloading::os::unix;

    /// Makes the library use its own HiGHS rather than the one this program may be linked with,
    /// whose version differs. From `<bits/dlfcn.h>` of the GNU C library; macOS needs no asking.
    const RTLD_DEEPBIND: c_int =
        if cfg!(all(target_os = "linux", target_env = "gnu")) { 8 } else { 0 };
    let flags = unix::RTLD_LAZY | unix::RTLD_LOCAL | RTLD_DEEPBIND;
    // SAFETY: left to the caller.
    unsafe { unix::Library::open(Some(path), flags) }.map(Library::from)
}

/// # Safety
/// Loading runs the initialisers of the library and of those it needs.
#[cfg(not(unix))]
unsafe fn open(path: &Path) -> Result<Library, Error> {
    // SAFETY: left to the caller.
    unsafe { Library::new(path) }
}

/// The loaded library.
pub(super) struct OrTools {
    library: Library,
    solve: Solve,
}

/// The library, loaded when it is first asked for.
pub(super) fn library() -> Result<&'static OrTools, String> {
    static LIBRARY: OnceLock<Result<OrTools, String>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| OrTools::load(&find()?));
    library.as_ref().map_err(Clone::clone)
}

/// Where the library is.
fn find() -> Result<PathBuf, String> {
    if let Some(path) = env::var_os(VARIABLE).map(PathBuf::from) {
        return match path.is_file() {
            true => Ok(path),
            false => Err(format!("{VARIABLE} names no file: {}", path.display())),
        };
    }
    // The repository that this was built in, or the one that the program lies in.
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let program = env::current_exe().unwrap_or_default();
    let mut roots = built_in.into_iter().chain(program.ancestors());
    let found = roots.find_map(|root| library_in(&root.join(FOLDER)));
    found.ok_or_else(|| "not installed: run scripts/setup --with-cp-sat".to_owned())
}

/// `libortools.so.9`, `libortools.9.dylib`.
fn library_in(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).ok()?.flatten();
    let mut paths = files.map(|file| file.path());
    paths.find(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("libortools."))
    })
}

impl OrTools {
    fn load(path: &Path) -> Result<Self, String> {
        let failed = |error| format!("{} cannot be loaded: {error}", path.display());
        // SAFETY: the initialisers come from one package that is made to be loaded into any
        // process, as Python does.
        let library = unsafe { open(path) }.map_err(failed)?;
        // SAFETY: the type is that of the declaration cited above.
        let solve: Result<Symbol<Solve>, Error> =
            unsafe { library.get(b"SolveCpModelWithParameters\0") };
        let solve = *solve.map_err(failed)?;
        Ok(OrTools { library, solve })
    }

    /// Solves a model; both arguments and the result are protocol buffers.
    pub(super) fn solve(&self, model: &[u8], parameters: &[u8]) -> Result<Vec<u8>, String> {
        let length = |bytes: &[u8]| c_int::try_from(bytes.len());
        let (Ok(model_length), Ok(parameters_length)) = (length(model), length(parameters)) else {
            return Err("the model is larger than 2 GiB".to_owned());
        };
        let mut response = std::ptr::null_mut();
        let mut response_length = 0;
        // SAFETY: pointers and lengths of the arguments belong together and outlive the call; the
        // results are written before it returns. `self.library` keeps the function loaded.
        unsafe {
            (self.solve)(
                model.as_ptr().cast(),
                model_length,
                parameters.as_ptr().cast(),
                parameters_length,
                &raw mut response,
                &raw mut response_length,
            );
        }
        let length = usize::try_from(response_length).unwrap_or(0);
        if response.is_null() {
            return Err("CP-SAT returned nothing".to_owned());
        }
        // SAFETY: the library has allocated and filled that many bytes, nobody else knows them,
        // and they are copied before they are freed, once.
        unsafe {
            let bytes = std::slice::from_raw_parts(response.cast::<u8>(), length).to_vec();
            free(response);
            Ok(bytes)
        }
    }

    /// The version. The functions are C++ without arguments that return an `int`, which is
    /// the same for the caller as in C; they are not part of the C interface and may be missing.
    pub(super) fn version(&self) -> Option<String> {
        let number = |symbol: &[u8]| {
            // SAFETY: `int OrToolsMajorVersion()` and its like, in `ortools/base/version.h`.
            let function = unsafe { self.library.get::<unsafe extern "C" fn() -> c_int>(symbol) };
            // SAFETY: they return a constant.
            function.ok().map(|function| unsafe { function() })
        };
        let major = number(b"_ZN19operations_research19OrToolsMajorVersionEv\0")?;
        let minor = number(b"_ZN19operations_research19OrToolsMinorVersionEv\0")?;
        let patch = number(b"_ZN19operations_research19OrToolsPatchVersionEv\0")?;
        Some(format!("{major}.{minor}.{patch}"))
    }
}
