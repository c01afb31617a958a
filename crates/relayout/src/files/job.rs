//! Moving the elements of a source into a file.

use std::ops::ControlFlow;
use std::path::Path;

use tilework::AnyLayout;

use super::array::Array;
use super::error::Error;
use super::input::zeros;
use super::limits::Limits;
use super::npy::Header;
use super::output::{Output, Store};
use super::place::Place;
use super::source::{Source, View};
use super::threads::Threads;
use super::work::Work;
use crate::check::injective;
use crate::error::Side;

/// How far a [`Job`] has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Progress {
    /// Another strip is moved.
    Moved {
        /// How many bytes of elements are moved.
        bytes: u64,
        /// How many there are.
        total: u64,
    },
    /// All elements are moved, and the file is being written to the disk.
    Flushing,
}

/// A move of the elements of a source to a layout in an output, `output[D(i)] = source[S(i)]`. Elements that `D` leaves
/// out are zero.
///
/// A job is planned when it is made, and does nothing before it is run by [`write`](Job::write) or
/// [`to_vec`](Job::to_vec). Both call a function after each strip, of at most some 64 MB: with [`ControlFlow::Break`] it
/// ends the job, and nothing has happened to the output.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilework::layout;
/// use tilework_relayout::files::{Dtype, Job, Limits, Progress, Source};
///
/// let source = Source::raw(b"abcdef".to_vec().into(), Dtype::opaque(1));
/// let rows = source.under(layout!((2,3):(3,1)))?;
/// let job = Job::new(rows, layout!((2,3):(1,2)), Limits::default())?;
/// let mut seen = Vec::new();
/// let columns = job.to_vec(&mut |progress| {
///     seen.push(progress);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(columns, b"adbecf");
/// assert_eq!(seen, [Progress::Moved { bytes: 6, total: 6 }]);
/// # Ok::<(), tilework_relayout::files::Error>(())
/// ```
#[derive(Debug)]
pub struct Job {
    source: Source,
    /// `None` when there are no elements.
    work: Option<Work>,
    unread: usize,
    array: Option<Array>,
    /// What goes before the data.
    header: Vec<u8>,
    threads: usize,
}

impl Job {
    /// The job that moves the elements of a source to a layout.
    ///
    /// # Errors
    /// [`Plan`](Error::Plan), as for [`Plan::new`](crate::Plan::new): sizes that differ, a destination that takes two
    /// indices to the same offset or is too large, and questions without an answer.
    pub fn new(view: View, dst: impl Into<AnyLayout>, limits: Limits) -> Result<Job, Error> {
        let View { source, place: src, unread } = view;
        let (dst, element) = (dst.into(), source.dtype().size());
        let (destination, size) = (dst.size(), src.layout.size());
        if destination != size {
            return Err(crate::Error::Sizes { destination, source: size }.into());
        }
        let dst = Place::new(dst, Side::Destination, element)?;
        injective(dst.layout.as_ref())?;
        let work = Some(Work::new(dst, src, element, limits));
        let (array, header, threads) = (None, Vec::new(), limits.threads);
        Ok(Job { source, work, unread, array, header, threads })
    }

    /// The job of an array without elements, which no layout describes: nothing is moved.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilework_relayout::files::{Array, Dtype, Header, Job, Source};
    ///
    /// let array = Array { shape: vec![0, 3], fortran_order: false };
    /// let header = Header { dtype: Dtype::named("f32")?, array };
    /// let source = Source::npy(header.to_bytes().into())?;
    /// let turned = Array { shape: vec![3, 0], fortran_order: false };
    /// let written = Job::empty(source).as_npy(Some(turned.clone()))?;
    /// let written = written.to_vec(&mut |_| ControlFlow::Continue(()))?;
    /// assert_eq!(Header::read(&written)?.0.array, turned);
    /// # Ok::<(), tilework_relayout::files::Error>(())
    /// ```
    pub fn empty(source: Source) -> Job {
        let unread = source.bytes();
        Job { source, work: None, unread, array: None, header: Vec::new(), threads: 1 }
    }

    /// The same job with a `.npy` file as its output: of this array, or of the one that the destination is.
    ///
    /// # Errors
    /// [`Array`](Error::Array) when it does not have as many elements as the destination spans.
    pub fn as_npy(self, array: Option<Array>) -> Result<Job, Error> {
        let span = self.work.as_ref().map_or(0, |work| work.dst().span());
        let array = match (array, &self.work) {
            (Some(array), _) => array,
            (None, Some(work)) => Array::of(&work.dst().layout, span),
            (None, None) => Array { shape: vec![0], fortran_order: false },
        };
        if array.elements() != Some(span as u64) {
            return Err(Error::Array { array, span });
        }
        let header = Header { dtype: self.source.dtype().clone(), array };
        Ok(Job { header: header.to_bytes(), array: Some(header.array), ..self })
    }

    /// The array that the header of the output describes, if it is to be a `.npy` file.
    pub fn array(&self) -> Option<&Array> {
        self.array.as_ref()
    }

    /// The number of elements that are moved.
    pub fn size(&self) -> i64 {
        self.work.as_ref().map_or(0, Work::size)
    }

    /// The number of bytes of the output, with its header.
    pub fn bytes(&self) -> usize {
        let element = self.source.dtype().size();
        self.header.len() + self.work.as_ref().map_or(0, |work| work.dst().bytes(element))
    }

    /// How many bytes at the end of the source's data are not read.
    pub fn unread(&self) -> usize {
        self.unread
    }

    /// In how many strips the data are moved.
    pub fn strips(&self) -> u64 {
        self.work.as_ref().map_or(0, Work::strips)
    }

    /// How the data are moved, in words: the plan of the first strip, which most others are like. `None` when there are
    /// no elements.
    ///
    /// # Errors
    /// As [`Plan::new`](crate::Plan::new).
    pub fn explain(&self) -> Result<Option<String>, Error> {
        Ok(self.work.as_ref().map(Work::explain).transpose()?)
    }

    /// Moves the data into a file, which is replaced whole or not at all (see [`Replacement`](super::Replacement)); the
    /// source may be the same file. A pipe or a device is written to at the end.
    ///
    /// # Errors
    /// [`Read`](Error::Read), [`Write`](Error::Write), [`Threads`](Error::Threads), [`Plan`](Error::Plan), and
    /// [`Interrupted`](Error::Interrupted) when `watch` returns [`ControlFlow::Break`]. An existing file stays as it was.
    pub fn write(
        self,
        path: impl AsRef<Path>,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut output = Output::create(path.as_ref(), self.bytes()).map_err(Error::Write)?;
        self.run(&mut output, watch)?;
        goes_on(watch(Progress::Flushing))?;
        // The two may be one file, and some systems do not replace a file that is open.
        drop(self);
        output.finish().map_err(Error::Write)
    }

    /// Moves the data into memory.
    ///
    /// # Errors
    /// As [`write`](Job::write).
    pub fn to_vec(
        self,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Vec<u8>, Error> {
        let mut bytes = zeros(self.bytes()).map_err(Error::Write)?;
        self.run(&mut bytes, watch)?;
        Ok(bytes)
    }

    fn run(
        &self,
        output: &mut impl Store,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let data = self.header.len();
        output.bytes()[..data].copy_from_slice(&self.header);
        let Some(work) = &self.work else { return Ok(()) };
        let threads = Threads::new(self.threads, self.bytes())
            .map_err(|error| Error::Threads(error.to_string()))?;
        let element = self.source.dtype().size() as u64;
        let (mut bytes, total) = (0, work.size() as u64 * element);
        work.run((output, data), (&self.source.input, self.source.start), &threads, |elements| {
            bytes += elements as u64 * element;
            goes_on(watch(Progress::Moved { bytes, total }))
        })
    }
}

fn goes_on(flow: ControlFlow<()>) -> Result<(), Error> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Interrupted),
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::files::{Dtype, Source};

    fn job(bytes: &[u8], src: &str, dst: &str) -> Result<Job, Error> {
        let layout = |text: &str| -> AnyLayout { text.parse().expect("a layout") };
        let source = Source::raw(bytes.to_vec().into(), Dtype::opaque(1));
        Job::new(source.under(layout(src))?, layout(dst), Limits::default())
    }

    /// When a job is interrupted, at whatever point, there is the old file and nothing beside it.
    #[test]
    fn an_interrupted_job_changes_nothing() {
        let folder = std::env::temp_dir().join(format!("tilework-job-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("data");
        for stop in [Progress::Moved { bytes: 4, total: 4 }, Progress::Flushing] {
            std::fs::write(&path, "old").unwrap();
            let job = job(b"abcd", "(2,2):(2,1)", "(2,2):(1,2)").unwrap();
            let flow = |now| match now == stop {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let done = job.write(&path, &mut { flow });
            assert!(matches!(done, Err(Error::Interrupted)), "{done:?}");
            assert_eq!(std::fs::read(&path).unwrap(), b"old");
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_does_not_go_together() {
        use crate::Error as Moving;
        let plan = |src, dst| match job(b"abcdef", src, dst) {
            Err(Error::Plan(error)) => error,
            other => panic!("{other:?}"),
        };
        assert_eq!(plan("6:1", "4:1"), Moving::Sizes { destination: 4, source: 6 });
        assert_eq!(plan("2:1", "2:0"), Moving::Aliased { x: 0, y: 1, offset: 0 });
        let wide = Source::raw(vec![0; 8].into(), Dtype::opaque(4)).under(tilework::layout!(2:1));
        let far = tilework::layout!(2:4611686018427387904);
        assert!(matches!(
            Job::new(wide.unwrap(), far, Limits::default()),
            Err(Error::Plan(Moving::TooLarge { side: Side::Destination, element: 4, .. }))
        ));
        assert!(matches!(job(b"ab", "3:1", "3:1"), Err(Error::Outside { span: 3, .. })));
        // An array of another size would be a header that is wrong.
        let array = Array { shape: vec![2, 2], fortran_order: false };
        let wrong = job(b"abcdef", "6:1", "6:1").unwrap().as_npy(Some(array));
        assert!(matches!(wrong, Err(Error::Array { span: 6, .. })));
    }
}
