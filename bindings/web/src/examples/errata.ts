import type { Group } from './examples';

/** Slips of published documents: what is printed, and what is right. */
export const ERRATA: Group = {
  title: 'Errata',
  about: 'What published documents print, and what is right. docs/errata.md has all of them with their sources.',
  examples: [
    { title: 'Composition distributes only without carries', program: '# B is injective, and still there is no layout\n(6,2):(1,7) o (3,2):(2,3)', refused: [2] },
    { title: 'A is not always to be coalesced', program: '# past its end A continues on its last mode\n(4,1):(1,7) o 8:1 = (4,2):(1,7)' },
    { title: 'Divisibility is sufficient, not necessary', program: '(4,8):(1,100) o 2:3 = 2:3' },
    { title: 'A tiler of 3 by 8', program: '(12,(4,8)):(59,(13,1)) o <3,8> = (3,(4,2)):(59,(13,1))' },
    { title: 'The complement is where copies begin', program: 'complement(4:1, 24) = 6:4\noffsets(complement(4:1, 24))', line: 1 },
    { title: 'The cosize of a complement', program: 'R = complement(2:5, 12)\nR = (5,2):(1,10)\ncosize(R) = 15', line: 1 },
    { title: 'Post-conditions that leave out offsets', program: '# (2,3):(2,10) meets those that are printed\ncomplement((2,2):(1,5), 24)', refused: [2] },
    { title: 'A complement is not bounded by M', program: 'complement(4:2, 1) = 2:1' },
    { title: 'Increasing strides are not enough', program: 'A = (3,2):(1,2)\nis_injective(A)\noffsets(A)', line: 1 },
    { title: 'The fourth complement', program: 'complement(4:2, 24) = (2,4):(1,8)\ncomplement(4:2, 24) = (2,3):(1,8)\ncosize((4,(2,4)):(2,(1,8))) = 32', line: 1, refused: [1] },
    { title: 'The sixth complement', program: 'complement((2,2):(1,6), 24) = (3,2):(2,12)\nis_injective(((2,4),(2,2)):((1,6),(2,12)))' },
    { title: 'The second mode of a division', program: '# six tiles, the first at offset 0\nlogical_divide(24:1, 4:2)' },
    { title: 'Division of the printed A', program: 'logical_divide((2,4,3):(4,1,8), 4:2) = (4,(2,3)):(1,(4,8))\nlogical_divide((4,2,3):(2,1,8), 4:2) = ((2,2),(2,3)):((4,1),(2,8))' },
    { title: 'The tile is a composition', program: '(9,(4,8)):(59,(13,1)) o <3:3,(2,4):(1,8)> = (3,(2,4)):(177,(13,2))' },
    { title: 'How far the complement of a product reaches', program: 'logical_product((2,2):(4,1), 6:1)' },
    { title: 'A blocked product is not coalesced', program: 'R = blocked_product((2,5):(5,1), (3,4):(1,3))\ncoalesce(R, (1,1)) = (6,(5,4)):(5,(1,30))', line: 1 },
    { title: 'Strides may be 0', program: 'recover([0,0,0,0]) = 4:0', },
    { title: 'Layouts start at zero', program: 'recover([1,2,3])', refused: [1] },
    { title: 'A table that is no layout', program: 'recover([0,2,3,9,4,8,1,7])', refused: [1] },
    { title: 'B may leave A', program: '12:5 o 7:11 = 7:55' },
    { title: 'Mode by mode needs a check', program: '(4,4):(1,5) o (2,2):(2,2)', refused: [1] },
    { title: 'A product in two orders', program: 'L = logical_product((2,5):(5,1), (3,4):(1,3))\nR = blocked_product((2,5):(5,1), (3,4):(1,3))\nfirst_difference(L, R)', line: 1 },
    { title: 'A layout need not be a bijection', program: 'is_surjective(4:2)\nis_injective((2,2):(1,1))' },
    { title: 'The layout function is additive over modes', program: 'L = (2,3):(3,1)\nL(2) = 1\nL(0) = 0\nL(1) = 3', line: 1 },
    { title: 'Flat and nested', program: 'A = (1,2,3):(1,1,2)\nB = ((1,2),3):((1,1),2)\nA ~ B\nA == B' },
  ],
};
