//! Options that every command has.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tilework::Order;

/// The options of every command.
#[derive(Args)]
pub(crate) struct Common {
    /// Answer in JSON, one object a line (the schema is in docs/json.md)
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Evaluate the statements in FILE first, to use the names they bind
    #[arg(short = 'f', long = "bindings", value_name = "FILE", global = true)]
    pub(crate) bindings: Option<PathBuf>,
    /// Print results in another dialect
    #[arg(long = "as", value_name = "DIALECT", global = true)]
    pub(crate) dialect: Option<As>,
    /// With --as numpy or memref: the type of the elements, f32 unless it is given: f16, bf16, i8, ...
    #[arg(long, value_name = "TYPE", global = true)]
    pub(crate) dtype: Option<String>,
    /// The order in which indices count: colex (leftmost fastest, as in CuTe) or lex (rightmost fastest)
    #[arg(long, value_name = "ORDER", global = true, hide_possible_values = true)]
    pub(crate) order: Option<InOrder>,
    /// When to use colour: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_name = "WHEN", global = true, hide_possible_values = true)]
    pub(crate) color: Option<When>,
}

impl Common {
    /// The order in which indices count.
    pub(crate) fn order(&self) -> Order {
        match self.order {
            Some(InOrder::Lex) => Order::Lex,
            Some(InOrder::Colex) | None => Order::Colex,
        }
    }

    /// When there is colour.
    pub(crate) fn when(&self) -> When {
        self.color.unwrap_or(When::Auto)
    }
}

/// When there is colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also in files and pipes
    Always,
    /// Not at all
    Never,
}

/// `--order`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InOrder {
    /// Leftmost fastest, as in CuTe
    Colex,
    /// Rightmost fastest, as in C, numpy and PyTorch
    Lex,
}

/// `--as`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum As {
    /// CuTe C++, as print() writes it: (_4,_8):(_1,_4)
    Cute,
    /// CuTe DSL and IR: (4,8):(1,4)
    Dsl,
    /// Python: Layout((4, 8), (1, 4))
    Python,
    /// C++ types: Layout<Shape<_4,_8>,Stride<_1,_4>>
    CppTypes,
    /// C++ expressions: make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<1>{}, Int<4>{}))
    Cpp,
    /// numpy, with strides in bytes of --dtype: np.ndarray((4, 8), np.float32, data, strides=(4, 16))
    Numpy,
    /// PyTorch: torch.empty_strided((4, 8), (1, 4))
    Torch,
    /// MLIR: memref<4x8xf32, strided<[1, 4]>>
    Memref,
    /// Triton, for powers of two: #ttg.linear<{...}> of `TV on tile`, #ttg.shared_linear<{...}> of a layout
    Triton,
}
