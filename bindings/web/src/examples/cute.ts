import type { Group } from './examples';

/** The figures and worked examples of CuTe's documentation. */
export const CUTE: Group = {
  title: 'CuTe documents',
  about: 'The eleven figures of the layout algebra, and its worked examples as claims that are checked.',
  examples: [
    { title: 'composition1: a sublayout by mode', program: '(12,(4,8)):(59,(13,1)) o <3:4,8:2>' },
    { title: 'composition2: a shape as tiler', program: '(12,(4,8)):(59,(13,1)) o <3,8>' },
    { title: 'complement1: A and its copies', program: 'complement((2,2):(1,6), 24)' },
    { title: 'divide1: six tiles of four elements', program: 'logical_divide((4,2,3):(2,1,8), 4:2)' },
    { title: 'divide2: tiles by mode', program: 'logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)' },
    { title: 'divide3: each tile in a column', program: 'zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)' },
    { title: 'product1: six copies of A', program: 'logical_product((2,2):(4,1), 6:1)' },
    { title: 'product2: copies in the order of B', program: 'logical_product((2,2):(4,1), (4,2):(2,1))' },
    { title: 'product2d: a product by mode', program: 'logical_product((2,5):(5,1), <3:5,4:6>)' },
    { title: 'productblocked2d: copies as blocks', program: 'blocked_product((2,5):(5,1), (3,4):(1,3))' },
    { title: 'productraked2d: copies interleaved', program: 'raked_product((2,5):(5,1), (3,4):(1,3))' },
    { title: 'Coalesce, whole and by mode', program: 'A = (2,(1,6)):(1,(6,2))\ncoalesce(A) = 12:1\ncoalesce(A, (1,1)) = (2,6):(1,2)' },
    { title: 'Composition, example 1', program: '(6,2):(8,2) o (4,3):(3,1) = ((2,2),3):((24,2),8)' },
    { title: 'Composition, example 2', program: '20:2 o (5,4):(4,1) = (5,4):(8,2)\n(10,2):(16,4) o (5,4):(1,5) = (5,(2,2)):(16,(80,4))' },
    { title: 'Complements', program: `complement(4:1, 24) = 6:4
complement(6:4, 24) = 4:1
complement((4,6):(1,4), 24) = 1:0
complement(4:2, 24) = (2,3):(1,8)
complement((2,4):(1,6), 24) = 3:2
complement((2,2):(1,6), 24) = (3,2):(2,12)` },
    { title: 'Divides of four kinds', program: `A = (9,(4,8)):(59,(13,1))
T = <3:3,(2,4):(1,8)>
logical_divide(A, T)
zipped_divide(A, T)
tiled_divide(A, T)
flat_divide(A, T)`, line: 4 },
    { title: 'Products of two kinds', program: `A = (2,5):(5,1)
B = (3,4):(1,3)
blocked_product(A, B)
raked_product(A, B)` },
  ],
};
