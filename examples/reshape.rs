//! Reshaping: a small array type that shows its data under another shape where strides can, and moves them where not.

use std::error::Error;
use std::rc::Rc;

use tilework::{ErrorKind, IntoTuple, Layout, Order, Shape, Tensor, layout, tuple};
use tilework_relayout::{NoUninit, relayout};

/// Shared data, seen through a layout. Elements are counted row-major, as in numpy.
struct Array<T> {
    data: Rc<[T]>,
    layout: Layout,
}

impl<T: NoUninit + Default> Array<T> {
    /// The elements of a shape, in row-major order.
    fn new(data: impl Into<Rc<[T]>>, shape: &Shape) -> Result<Self, tilework::Error> {
        let (data, layout) = (data.into(), Layout::row_major(shape)?);
        // A tensor checks that the slice has all elements of the layout.
        Tensor::new(&data, layout)?;
        Ok(Array { data, layout })
    }

    /// The same data through another layout of the same elements: nothing moves.
    fn view(&self, layout: Layout) -> Self {
        Array { data: Rc::clone(&self.data), layout }
    }

    fn permute(&self, axes: &[usize]) -> Result<Self, tilework::Error> {
        Ok(self.view(self.layout.permute(axes)?))
    }

    fn broadcast_to(&self, shape: &Shape) -> Result<Self, tilework::Error> {
        Ok(self.view(self.layout.broadcast_to(shape)?))
    }

    /// A view where there is one, else a copy. One extent may be -1.
    fn reshape(&self, shape: &Shape) -> Result<Self, Box<dyn Error>> {
        match self.layout.can_view(shape, Order::Lex) {
            Ok(layout) => Ok(self.view(layout)),
            Err(error) if matches!(error.kind(), ErrorKind::NeedsCopy { .. }) => {
                println!("  {error}");
                // Row-major, the elements have a view under every shape of as many.
                let compact = self.compact()?;
                Ok(compact.view(compact.layout.can_view(shape, Order::Lex)?))
            }
            // Another number of elements: no copy helps.
            Err(error) => Err(error.into()),
        }
    }

    /// The elements moved into row-major order.
    fn compact(&self) -> Result<Self, Box<dyn Error>> {
        let rows = Layout::row_major(&self.layout.shape())?;
        let mut data = vec![T::default(); usize::try_from(rows.size())?];
        relayout(&mut data, &rows, &self.data, &self.layout)?;
        Ok(Array { data: data.into(), layout: rows })
    }

    fn get(&self, coord: impl IntoTuple) -> Result<T, tilework::Error> {
        Ok(*Tensor::new(&self.data, self.layout)?.get(coord)?)
    }

    fn shares(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.data, &other.data)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // Two images of 4 x 6 pixels with three channels: batch, row, column, channel.
    let pixels: Vec<u32> = (0..144).collect();
    let images = Array::new(pixels, &tuple!((2, 4, 6, 3)))?;

    // Each image cut into 2 x 2 patches: axes are split, exchanged, and only the last step has to move data.
    println!("split the rows and columns");
    let split = images.reshape(&tuple!((2, 2, 2, 3, 2, 3)))?;
    println!("exchange two axes");
    let patches = split.permute(&[0, 1, 3, 2, 4, 5])?;
    assert!(split.shares(&images) && patches.shares(&images));
    println!("one row for each patch");
    let rows = patches.reshape(&tuple!((12, -1)))?;
    assert!(!rows.shares(&images));
    assert_eq!(rows.layout, layout!((12,12):(12,1)));
    // Patch (1,2) of image 1 starts at row 2, column 4.
    assert_eq!(rows.get((11, 0))?, images.get((1, 2, 4, 0))?);

    // Joining the axes that go on from one another is free, also after an exchange of others.
    println!("channels first, pixels in one axis");
    let planes = images.permute(&[0, 3, 1, 2])?.reshape(&tuple!((2, 3, 24)))?;
    assert!(planes.shares(&images));
    assert_eq!(planes.layout, layout!((2,3,24):(72,1,3)));

    // An axis of stride 0 is one element; joined with another it has to be written out.
    println!("a row for each of two, flat");
    let row = Array::new([7_u32, 8, 9], &tuple!((1, 3)))?;
    let flat = row.broadcast_to(&tuple!((2, 3)))?.reshape(&tuple!(-1))?;
    assert_eq!(*flat.data, [7, 8, 9, 7, 8, 9]);

    // What has another number of elements is an error, and no reason to copy.
    println!("{}", images.reshape(&tuple!((12, 11))).err().ok_or("no error")?);
    Ok(())
}
