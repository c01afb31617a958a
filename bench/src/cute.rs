//! CuTe C++: its headers, and the program that runs the cases of `core` in it.

use std::path::PathBuf;
use std::process::Command;

const SOURCE: &str = "bench/peers/core.cpp";

/// The folders of CuTe's headers and of those that they include.
pub fn headers(python: &str) -> Result<Vec<PathBuf>, String> {
    let site = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let out = Command::new(python).args(["-c", site]).output().map_err(|why| why.to_string())?;
    let site = PathBuf::from(String::from_utf8_lossy(&out.stdout).trim());
    let cute = "cutlass_library/source/include";
    let cuda =
        ["cuda_runtime", "cuda_cccl", "cuda_nvcc"].map(|part| format!("nvidia/{part}/include"));
    let all = std::iter::once(cute).chain(cuda.iter().map(String::as_str));
    let all: Vec<PathBuf> = all.map(|dir| site.join(dir)).collect();
    match all.iter().find(|dir| !dir.exists()) {
        Some(dir) => Err(format!("{} is missing", dir.display())),
        None => Ok(all),
    }
}

/// A run of the C++ compiler with these headers; what they warn of is not ours.
pub fn compiler(optimise: &str, include: &[PathBuf]) -> Command {
    let mut command = Command::new("g++");
    command.args(["-std=c++17", optimise, "-w"]);
    include.iter().for_each(|dir| {
        command.arg("-isystem").arg(dir);
    });
    command
}

/// Compiles the program, for the same processors as Tilework, and puts it beside this one.
pub fn build(python: &str) -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|why| why.to_string())?;
    let program =
        program.with_file_name("core-cute").with_extension(std::env::consts::EXE_EXTENSION);
    let mut compiler = compiler("-O3", &headers(python)?);
    let out = compiler.arg(SOURCE).arg("-o").arg(&program).output();
    let out = out.map_err(|why| format!("g++: {why}"))?;
    if out.status.success() { Ok(program) } else { Err(first_error(&out.stderr)) }
}

/// The first line of a compiler's messages that says what is wrong.
pub fn first_error(messages: &[u8]) -> String {
    let said = String::from_utf8_lossy(messages);
    said.lines().find(|line| line.contains("error")).unwrap_or("it fails").to_owned()
}
