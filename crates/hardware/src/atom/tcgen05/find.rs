//! Names with their arguments.

use super::template::Parameter;
use super::{Factors, Head, Tcgen05, Variant};
use crate::atom::name::{Name, last_part};
use crate::atom::narrow::FACTORS;
use crate::atom::refusal::{self, Illegal, Refusal};
use crate::atom::text::writes;
use crate::canonical::Major;
use crate::element::Element::{self, *};

impl Tcgen05 {
    /// The one with this name and these arguments.
    pub(in crate::atom) fn find(name: &Name<'_>) -> Result<Option<Tcgen05>, Refusal> {
        let Some(head) = Tcgen05::head_of(name) else { return Ok(None) };
        let mut asked = head.example(head.printed_factors().first().copied().unwrap_or(Tf32));
        let (mut m, mut n) = (0, 0);
        let mut arguments = name.arguments().iter();
        for parameter in head.parameters() {
            let Some(text) = arguments.next() else {
                if parameter.is_optional() {
                    break;
                }
                return Err(Refusal::Arguments);
            };
            match parameter {
                Parameter::M => m = number(text)?,
                Parameter::N => n = number(text)?,
                _ => asked.set(parameter, text)?,
            }
        }
        if arguments.next().is_some() {
            return Err(Refusal::Arguments);
        }
        asked.check_types()?;
        head.check_sizes(m, n)?;
        // Both are at most 256.
        (asked.m, asked.n) = (m as u16, n as u16);
        Ok(Some(asked))
    }

    /// An atom of the struct with this name, whatever its arguments.
    pub(in crate::atom) fn example_of(name: &Name<'_>) -> Option<Tcgen05> {
        let head = Tcgen05::head_of(name)?;
        Some(head.example(head.printed_factors().first().copied().unwrap_or(Tf32)))
    }

    fn head_of(name: &Name<'_>) -> Option<Head> {
        let known = name.head.starts_with("SM100_MMA_") || name.head.starts_with("SM103_");
        known.then(|| Head::all().find(|head| writes(name.head, |out| head.name(out))))?
    }

    fn set(&mut self, parameter: Parameter, text: &str) -> Result<(), Refusal> {
        let element = || {
            let rule = "an argument is no element type of CUTLASS, such as half_t";
            Element::find(text).ok_or(Refusal::Type { rule })
        };
        let major = || match last_part(text) {
            "K" => Ok(Major::K),
            "MN" => Ok(Major::Mn),
            _ => Err(Refusal::Type { rule: "UMMA::Major is K or MN" }),
        };
        let negated = || match last_part(text) {
            "One" => Ok(false),
            "Neg" => Ok(true),
            _ => Err(Refusal::Type { rule: "UMMA::ScaleIn is One or Neg" }),
        };
        match parameter {
            Parameter::A => self.a = element()?,
            Parameter::B => self.b = element()?,
            Parameter::D => self.d = element()?,
            Parameter::Scale => self.scale = element()?,
            Parameter::MajorA => self.majors[0] = major()?,
            Parameter::MajorB => self.majors[1] = major()?,
            Parameter::NegateA => self.negated[0] = negated()?,
            Parameter::NegateB => self.negated[1] = negated()?,
            Parameter::ScaleC => {
                let rule = "ScaleC is a number below 2^32";
                self.scale_c = text.parse().map_err(|_| Refusal::Type { rule })?;
            }
            Parameter::Saturate => {
                self.saturate = match last_part(text) {
                    "False" => false,
                    "True" => true,
                    _ => return Err(Refusal::Type { rule: "UMMA::Saturate is False or True" }),
                };
            }
            Parameter::Vector => {
                let sizes: &[i64] = match self.head.variant {
                    Variant::Sparse => &[32, 64],
                    _ => &[16, 32],
                };
                let size = number(text)?;
                Illegal::check(refusal::Parameter::VectorSize, size, sizes.iter().copied())?;
                self.vector = size as u8;
            }
            // The sizes are checked together.
            Parameter::M | Parameter::N => {}
        }
        Ok(())
    }

    /// Whether the instruction multiplies such factors.
    fn check_types(&self) -> Result<(), Refusal> {
        let Head { factors, tensor, variant, .. } = self.head;
        let both = |known: &[Element]| known.contains(&self.a) && known.contains(&self.b);
        let same = self.a == self.b;
        let float = self.d == F32;
        let (legal, rule) = match factors {
            Factors::Tf32 if variant == Variant::Interleaved => (true, ""),
            Factors::Tf32 => {
                (both(&[Tf32]) && float, "kind tf32 multiplies tfloat32_t, and gives float")
            }
            Factors::F16 => {
                let complex = variant == Variant::Scaled && same && both(&[Cf16, Cbf16]) && float;
                let legal = same && both(&[F16, Bf16]) && (float || self.d == F16);
                let rule = "kind f16 multiplies two half_t or two bfloat16_t (complex where C is scaled), and gives \
                            float or half_t";
                (legal || complex, rule)
            }
            Factors::I8 => (
                both(&[S8, U8]) && self.d == S32,
                "kind i8 multiplies int8_t and uint8_t, and gives int32_t",
            ),
            Factors::F8f6f4 => (
                both(&FACTORS) && (float || self.d == F16),
                "kind f8f6f4 multiplies float_e4m3_t, float_e5m2_t, float_e3m2_t, float_e2m3_t and float_e2m1_t, \
                 and gives float or half_t",
            ),
            Factors::Mxf8f6f4 => (
                both(&FACTORS) && float && self.scale == Ue8m0,
                "kind mxf8f6f4 multiplies float_e4m3_t, float_e5m2_t, float_e3m2_t, float_e2m3_t and \
                 float_e2m1_t, scaled by float_ue8m0_t, and gives float",
            ),
            Factors::Mxf4 | Factors::Mxf4Nvf4 | Factors::Ultra => (
                both(&[E2m1]) && float && matches!(self.scale, Ue8m0 | Ue4m3),
                "kinds mxf4 and mxf4nvf4 multiply float_e2m1_t, scaled by float_ue8m0_t or float_ue4m3_t, and give \
                 float",
            ),
        };
        if !legal {
            return Err(Refusal::Type { rule });
        }
        if tensor && self.majors[0] != Major::K {
            return Err(Refusal::Type { rule: "an A in tensor memory is K-major" });
        }
        Ok(())
    }
}

fn number(text: &str) -> Result<i64, Refusal> {
    // CuTe's static numbers are accepted, too: _128, Int<128>.
    let text = text.trim_start_matches('_');
    let text = text.strip_prefix("Int<").and_then(|inner| inner.strip_suffix('>')).unwrap_or(text);
    text.trim().parse().map_err(|_| Refusal::Type { rule: "M, N and VS are numbers" })
}
