//! The machine: what it is called, of which kind it is, and staying on one of its processors.

use std::process::Command;

/// What `/proc/cpuinfo` says of the first processor.
struct Processor {
    vendor: String,
    family: u32,
    model: u32,
    name: String,
}

impl Processor {
    fn read() -> Option<Processor> {
        Processor::parse(&std::fs::read_to_string("/proc/cpuinfo").ok()?)
    }

    fn parse(info: &str) -> Option<Processor> {
        let field = |key: &str| {
            let mut fields = info.lines().filter_map(|line| line.split_once(':'));
            fields.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim().to_owned())
        };
        Some(Processor {
            vendor: field("vendor_id")?,
            family: field("cpu family")?.parse().ok()?,
            model: field("model")?.parse().ok()?,
            name: field("model name")?,
        })
    }

    /// The microarchitecture, or the two numbers that stand for it.
    fn architecture(&self) -> String {
        let known = match (self.vendor.as_str(), self.family, self.model) {
            ("AuthenticAMD", 23, 0x00..=0x2f) => "Zen",
            ("AuthenticAMD", 23, _) => "Zen 2",
            ("AuthenticAMD", 25, 0x00..=0x0f | 0x20..=0x5f) => "Zen 3",
            ("AuthenticAMD", 25, _) => "Zen 4",
            ("AuthenticAMD", 26, _) => "Zen 5",
            ("GenuineIntel", 6, 0x55) => "Skylake-SP",
            ("GenuineIntel", 6, 0x6a | 0x6c) => "Ice Lake",
            ("GenuineIntel", 6, 0x8f) => "Sapphire Rapids",
            ("GenuineIntel", 6, 0xcf) => "Emerald Rapids",
            ("GenuineIntel", 6, 0xad | 0xae) => "Granite Rapids",
            (_, family, model) => return format!("family {family} model {model}"),
        };
        known.to_owned()
    }

    /// The name without what is on every processor of the vendor: `AMD EPYC 9R14 96-Core Processor` is
    /// `AMD EPYC`, because clouds name the same processor in many ways.
    fn family_name(&self) -> String {
        let name = self.name.replace("(R)", "").replace("(TM)", "");
        name.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    }
}

/// The name of the kind of machine, for a folder: `amd-epyc-zen4`.
pub fn kind() -> String {
    let Some(processor) = Processor::read() else {
        return format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    };
    let architecture = processor.architecture().replace("Zen ", "Zen");
    let words = format!("{} {architecture}", processor.family_name()).to_lowercase();
    words
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Processor, number of threads and compiler, in one line.
pub fn description() -> String {
    let processor = Processor::read();
    let processor = processor.map_or_else(
        || "unknown processor".to_owned(),
        |processor| format!("{} ({})", processor.name, processor.architecture()),
    );
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map_or_else(|_| "rustc".into(), |out| out.stdout);
    format!("{processor}, {threads} threads, {}", String::from_utf8_lossy(&rustc).trim())
}

/// Keeps this thread, and all processes that it starts from now on, on the last processor: the first is
/// the one that the system uses most.
pub fn stay() {
    stay_on(std::thread::available_parallelism().map_or(1, usize::from) - 1);
}

/// Keeps this thread on one processor, where the system can.
#[cfg_attr(target_os = "linux", allow(unsafe_code))]
pub fn stay_on(processor: usize) {
    // SAFETY: a set of processors is plain data, and the call reads it only.
    #[cfg(target_os = "linux")]
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(processor, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = processor;
}
