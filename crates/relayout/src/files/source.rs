//! The elements of an input, and the layout under which they are seen.

use tilework::AnyLayout;

use super::array::Array;
use super::dtype::Dtype;
use super::error::Error;
use super::input::Input;
use super::npy::Header;
use super::place::Place;
use crate::error::Side;

/// An input whose elements are known: their type, and where they start.
///
/// ```
/// use tilework_relayout::files::{Array, Dtype, Header, Source};
///
/// let array = Array { shape: vec![2, 3], fortran_order: false };
/// let header = Header { dtype: Dtype::named("u8")?, array: array.clone() };
/// let file = [header.to_bytes(), b"abcdef".to_vec()].concat();
/// let source = Source::npy(file.into())?;
/// assert_eq!((source.dtype().size(), source.array()), (1, Some(&array)));
/// # Ok::<(), tilework_relayout::files::Error>(())
/// ```
#[derive(Debug)]
pub struct Source {
    pub(super) input: Input,
    /// Where the data start.
    pub(super) start: usize,
    dtype: Dtype,
    array: Option<Array>,
}

impl Source {
    /// Elements from the first byte on, and nothing else.
    pub fn raw(input: Input, dtype: Dtype) -> Source {
        Source { input, start: 0, dtype, array: None }
    }

    /// A `.npy` file, whose header says what its elements are.
    ///
    /// # Errors
    /// [`Header`](Error::Header) when it does not start with a header that can be read,
    /// [`NoBytes`](Error::NoBytes) and [`EndsEarly`](Error::EndsEarly) when the data do not match it, and
    /// [`Read`](Error::Read).
    pub fn npy(input: Input) -> Result<Source, Error> {
        let mut head = vec![0; Header::LONGEST.min(input.len())];
        input.read(0, &mut head).map_err(Error::Read)?;
        let (header, start) = Header::read(&head)?;
        if header.dtype.size() == 0 {
            return Err(Error::NoBytes { descr: header.dtype.descr().to_owned() });
        }
        let bytes = input.len() - start;
        if header.data_bytes().is_none_or(|needed| needed > bytes as u64) {
            return Err(Error::EndsEarly { header, bytes });
        }
        Ok(Source { input, start, dtype: header.dtype, array: Some(header.array) })
    }

    /// The type of the elements.
    pub fn dtype(&self) -> &Dtype {
        &self.dtype
    }

    /// The array that the header of a `.npy` file describes.
    pub fn array(&self) -> Option<&Array> {
        self.array.as_ref()
    }

    /// How many bytes of data there are, without the header.
    pub fn bytes(&self) -> usize {
        self.input.len() - self.start
    }

    /// The elements under a layout: index `i` is element `layout(i)` of the data, counted from the least offset of the
    /// layout, or from offset 0 if none is negative.
    ///
    /// # Errors
    /// [`Outside`](Error::Outside) when the data end before the layout does; [`Plan`](Error::Plan) when no memory
    /// could be that large, or when it cannot be decided where the layout ends.
    pub fn under(self, layout: impl Into<AnyLayout>) -> Result<View, Error> {
        let (element, bytes) = (self.dtype.size, self.bytes());
        let place = Place::new(layout.into(), Side::Source, element)?;
        match bytes.checked_sub(place.bytes(element)) {
            Some(unread) => Ok(View { source: self, place, unread }),
            None => Err(Error::Outside { span: place.span(), element, bytes }),
        }
    }
}

/// A source under a layout.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::files::{Dtype, Source};
///
/// let source = Source::raw(b"abcdefgh".to_vec().into(), Dtype::opaque(1));
/// let square = source.under(layout!((2,3):(3,1)))?;
/// assert_eq!(square.unread(), 2);
/// // Every second element.
/// let some = square.through(&layout!(3:2).into())?;
/// assert_eq!(some.size(), 3);
/// # Ok::<(), tilework_relayout::files::Error>(())
/// ```
#[derive(Debug)]
pub struct View {
    pub(super) source: Source,
    pub(super) place: Place,
    pub(super) unread: usize,
}

impl View {
    /// The number of elements.
    pub fn size(&self) -> i64 {
        self.place.layout.size()
    }

    /// How many bytes at the end of the data the layout does not reach.
    pub fn unread(&self) -> usize {
        self.unread
    }

    /// The elements that a map selects, in its order: index `i` is what was index `map(i)`.
    ///
    /// # Errors
    /// [`OutOfDomain`](Error::OutOfDomain) when the map has an index that the source has not,
    /// [`MapWithoutStrides`](Error::MapWithoutStrides), and [`Map`](Error::Map) for questions without an answer.
    pub fn through(self, map: &AnyLayout) -> Result<View, Error> {
        let size = self.size();
        let (least, most) = (map.min_offset(), map.max_offset());
        let (least, most) = (least.map_err(Error::Map)?, most.map_err(Error::Map)?);
        if least < 0 || most >= size {
            let index = if least < 0 { least } else { most };
            return Err(Error::OutOfDomain { index, size });
        }
        let plain = map.plain().ok_or(Error::MapWithoutStrides)?;
        let layout = self.place.layout.compose_any(plain).map_err(Error::Map)?;
        Ok(View { place: self.place.seen_as(layout), ..self })
    }
}
