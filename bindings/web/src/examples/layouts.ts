import type { Group } from './examples';

/** Layouts, and ways to look at them. */
export const LAYOUTS: Group = {
  title: 'Layouts and views',
  about: 'What a layout is, and the ways to look at one.',
  examples: [
    { title: 'Row-major', program: '(4,8):(8,1)' },
    { title: 'Column-major', program: '(4,8):(1,4)' },
    { title: 'Nested modes are tiles', program: '((2,2),(2,4)):((1,4),(2,8))' },
    { title: 'Four modes: panels', program: '(4,4,2,2):(1,4,16,32)' },
    { title: 'Four modes: one slice at a time', program: '(4,4,4,3):(1,4,16,64)', look: { slice: '(_,_,2,1)' } },
    { title: 'Stride 0 broadcasts', program: '(4,8):(1,0)', look: { color: 'offset' } },
    { title: 'Too large: drawn in blocks', program: '(4096,65536):(1,4096)' },
    { title: 'Coloured by row, labelled by coordinate', program: '(8,8):(8,1)', look: { color: 'row', labels: 'coord' } },
    { title: 'Coloured by a mode', program: '((2,4),(4,2)):((1,8),(2,32))', look: { color: 'mode=1.0' } },
    { title: 'Coloured by another layout', program: '(8,8):(8,1)', look: { color: 'layout=((2,4),(2,4)):((0,1),(0,4))' } },
    { title: 'The offsets that are reached', program: '(4,3):(2,3)', look: { what: 'strip' } },
    { title: 'A layout as a matrix of bits', program: '(8,8):(8,1)', look: { what: 'bits' } },
    { title: 'Coalescing keeps the function', program: 'coalesce((2,(1,6)):(1,(6,2)))' },
    { title: 'A right inverse', program: 'right_inverse((4,8):(8,1))' },
    { title: 'A left inverse', program: 'left_inverse((4,4):(1,6))' },
    { title: 'A swizzle, before and after', program: 'Sw<3,0,3> o 0 o (8,8):(8,1)' },
    { title: 'A swizzle as a matrix of bits', program: 'Sw<3,0,3> o 0 o (8,8):(8,1)', look: { what: 'bits' } },
    { title: 'A row of a swizzled layout is plain', program: 'slice((3,_), Sw<3,0,3> o 0 o (8,8):(8,1))' },
    { title: 'Values that are coordinates', program: 'make_identity_layout((4,(2,3)))' },
    { title: 'A flat divide: a panel for each tile', program: 'flat_divide((8,8):(1,8), <4,4>)' },
    { title: 'The tile of a block that overhangs', program: 'local_tile((7,6):(1,7), <4,3>, (1,0))' },
    { title: 'A view, or a copy', program: 'A = (3,2,1):(1,3,6)\ncan_view(A, (1,3,2))\n# a copy is needed\ncan_view((2,3):(1,4), 6)', refused: [4] },
    { title: 'The layout of a table', program: 'recover([0,2,4,7,9,11])\n# no layout: the first index at which it breaks\nrecover([0,1,5,9])', line: 1, refused: [3] },
    { title: 'The missing operand', program: 'X = solve((8,6):(6,1), (8,3,2):(3,1,24))\n(8,6):(6,1) o X ~ (8,3,2):(3,1,24)', line: 1 },
  ],
};
