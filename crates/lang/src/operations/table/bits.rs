//! Operations on maps of bits: swizzles and XOR maps.

use tilework::XorMap;

use crate::operations::answers::{integer, moved};
use crate::operations::composition::xor_as_layout;
use crate::operations::value::Value;

operations! {
    "Maps of bits" {
        MakeSwizzle = "make_swizzle" | "Swizzle" (bits: Integer, base: Integer, shift: Integer) or (y: Integer, z: Integer)
            @Same
            "a swizzle from three numbers, or from two masks; also written Sw<bits,base,shift>"
            "make_swizzle(3, 4, 3)" = "Sw<3,4,3>" => |a| Ok(Value::Swizzle(a.swizzle()?));
        MakeXorMap = "make_xor_map" (c0: Integer, c1: Integer; 0 to 63)
            @Same
            "the map that XORs ci for each bit i that is set; also written Xor<c0,c1,...>"
            "make_xor_map(1, 2, 5)" = "Xor<1,2,5>" => |a| {
                let columns: Vec<i64> = (0..a.len()).map(|i| a.integer(i)).collect::<Result<_, _>>()?;
                Ok(Value::Xor(Box::new(XorMap::new(&columns)?)))
            };
        Apply = "apply" | "swizzle_apply" (S: Map, x: List)
            @Same
            "the value of a map at x, or at each of a list; also written S(x)"
            "apply(Sw<5,0,6>, 65)" = "64" => |a| {
                let map = a.xor_map(0)?;
                match &a.values[1].0 {
                    Value::List(values) => Ok(Value::List(values.iter().map(|&x| map.apply(x)).collect())),
                    _ => integer(map.apply(a.integer(1)?)),
                }
            };
        Inverse = "inverse" (S: Map)
            @Same
            "the map that undoes another"
            "inverse(Xor<2,5,1>)" = "Xor<4,1,6>" => |a| Ok(a.xor_map(0)?.inverse()?.into());
        F2Rank = "f2_rank" ("[a,b,...]": List)
            @Same
            "the rank over F2 of numbers as vectors of bits: how many bits their XORs span"
            "f2_rank([3,6,5])" = "2" => |a| {
                let mut basis: Vec<i64> = Vec::new();
                for mut vector in a.numbers(0)? {
                    for &other in &basis {
                        vector = (vector as u64).min((vector ^ other) as u64) as i64;
                    }
                    if vector != 0 {
                        basis.push(vector);
                    }
                }
                integer(basis.len() as i64)
            };
        ToXorMap = "to_xor_map" (A: Function)
            @Values
            "a layout or a swizzle as an XOR map of its indices"
            "to_xor_map((4,2):(2,1))" = "Xor<2,4,1>" => |a| Ok(Value::Xor(Box::new(match a.values[0].0.as_map() {
                Some(_) => a.xor_map(0)?,
                None => a.any(0)?.to_xor_map()?,
            })));
        ToLayout = "to_layout" (A: Function)
            @Mirrored
            "the plain layout with the same function, and the offset where it starts"
            "to_layout(Sw<3,0,3> o 24 o 8:1)" = "(4,2):(-1,4) at 27" => |a| match a.values[0].0.as_map() {
                Some(_) => xor_as_layout(&a.xor_map(0)?),
                None => moved(a.any(0)?.to_layout()?),
            };
    }
}
