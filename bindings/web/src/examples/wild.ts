import type { Group } from './examples';

/** Cases from issues and forums, where tools or documents were wrong, or where the obvious answer is. */
export const WILD: Group = {
  title: 'From the wild',
  about: 'Cases that people asked about: where implementations disagree, or the obvious answer is wrong.',
  examples: [
    { title: 'Three implementations, one wrong answer', program: '# C++, pycute and tensor-layouts answer (3,2):(2,3), wrong at index 5\n(6,2):(1,7) o (3,2):(2,3)', refused: [2] },
    { title: 'Still a function', program: 'R = compose_any((6,2):(1,7), (3,2):(2,3))\noffsets(R)', line: 1 },
    { title: 'Rejected once, and yet a layout', program: '(10,2):(16,4) o (3,4):(1,5) = (3,(2,2)):(16,(80,4))' },
    { title: 'Static and dynamic disagree', program: '(2,3):(1,2) o (2,3):(3,1) = (2,3):(3,1)' },
    { title: 'No layout, though C++ returns one', program: '(4,6,8):(2,3,5) o 6:3', refused: [1] },
    { title: 'An apparent violation', program: '(4,2,8):(3,12,97) o 3:3 = 3:9' },
    { title: 'A row of a row-major tile', program: '(32,128):(128,1) o (30,128):(1,32) = (30,128):(128,1)' },
    { title: 'A docstring and its fix, both wrong', program: '(2,3):(4,1) o (3,4):(3,1)\n(3,4):(4,1) o (3,4):(3,1)', refused: [1, 2] },
    { title: 'Complement: the printed one is wrong', program: 'complement(4:2, 24) = (2,4):(1,8)\ncomplement(4:2, 24) = (2,3):(1,8)', line: 1, refused: [1] },
    { title: 'Complement: rounding up', program: 'complement(4:2, 7) = 2:1\ncomplement(4:2, 1) = 2:1\ncomplement(4:2, 16) = (2,2):(1,8)\ncomplement(4:0, 8) = 8:1\ncomplement(1:2, 8) = 8:1' },
    { title: 'Complement that cannot tile', program: 'complement((2,2):(1,3), 6)', refused: [1] },
    { title: 'Division the other way round', program: 'logical_divide((2,4,3):(4,1,8), 4:1) = ((2,2),(2,3)):((4,1),(2,8))\nlogical_divide((2,4,3):(4,1,8), 4:2) = (4,(2,3)):(1,(4,8))' },
    { title: 'A layout is not a tiler by mode', program: '# applied to all indices in order\nlogical_divide((12,32):(1,12), (4,8):(1,4))\n# applied mode by mode\nzipped_divide((12,32):(1,12), <4,8>)' },
    { title: 'A tiler that keeps a mode', program: 'zipped_divide((64,50,80):(16000,160,1), <32,_,40>) = ((32,1,40),(2,50,2)):((16000,0,1),(512000,160,40))' },
    { title: 'A tiler of one mode', program: 'A = (64,50,80):(16000,160,1)\nlogical_divide(A, <32>) = ((32,2),50,80):((16000,512000),160,1)\nzipped_divide(A, <32>) = ((32),(2,50,80)):((16000),(512000,160,1))' },
    { title: 'A tile larger than what it tiles', program: 'zipped_divide((3,8):(1,3), <4,9>)' },
    { title: 'Sizes that do not divide: refused', program: '# C++ returns a layout of 16 elements for these 12\nlogical_divide((3,4):(4,1), 2:1)\nzipped_divide((12,(4,8)):(7,(1,30)), 128)', line: 2, refused: [2, 3] },
    { title: 'Tiles that overhang', program: 'logical_divide(10:1, 3)\nlogical_divide(2:5, 4) = (4,1):(5,0)', line: 1 },
    { title: 'Left inverses that pycute gets wrong', program: 'left_inverse((4,8):(1,5)) = (5,8):(1,4)\nleft_inverse((128,160):(65536,1)) = (65536,128):(128,1)\nright_inverse((2,4,6):(4,1,8)) = (4,2,6):(2,1,8)', line: 1 },
    { title: 'Left inverses that C++ and pycute write in two ways', program: 'left_inverse(4:2) = (2,4):(0,1)\nleft_inverse((4,2):(1,16)) = (16,2):(1,4)\nleft_inverse(((2,2),(2,2)):((1,4),(8,32))) = (4,8,2):(1,2,8)', line: 1 },
    { title: 'Another shape, the same function', program: 'L = left_inverse((4,4):(4,1))\nwith_shape(L, (8,2)) = ((4,2),2):((4,1),2)' },
    { title: 'Recasting', program: 'upcast(16:1, 2) = 8:1\ncoalesce((4,6):(1,4)) = 24:1' },
    { title: 'Recasting a layout that goes down', program: '# the pointer has to move\nupcast(8:-1, 4)' },
    { title: 'A product by mode, and one that is not', program: 'logical_product((2,5):(5,1), (3,4):(1,3)) = ((2,5),(3,4)):((5,1),(10,30))\nlogical_product((2,5):(5,1), <3:5,4:6>) = ((2,3),(5,4)):((5,10),(1,30))' },
    { title: 'A product that pycute divided', program: 'logical_product((2,5):(5,1), 4) = ((2,5),4):((5,1),10)\nblocked_product((2,3), (3,4)) = ((2,3),(3,4)):((1,6),(2,18))' },
    { title: 'A swizzle of one number', program: 'Sw<5,0,6>(65) = 64' },
    { title: 'Swizzles in bytes and in elements', program: '(Sw<3,4,3> o 0 o (32,8):(1,32))(0,1) = 32\n(Sw<3,2,3> o 0 o (32,8):(1,32))(0,1) = 36' },
    { title: 'Two swizzles that are none', program: '# no single swizzle does this, and still it is a map of bits\nSw<3,0,3> o Sw<1,2,1>' },
    { title: 'Row strides of 32, 64, 16 and 33', program: 'bank_report((32,32):(32,1), 32, column)\nbank_report((32,32):(64,1), 32, column)\nbank_report((32,32):(16,1), 32, column)\nbank_report((32,32):(33,1), 32, column)' },
    { title: 'How much of a swizzle is enough', program: `# 32 lanes down a column of floats
bank_report((32,32):(32,1), 32, column)
bank_report(Sw<2,0,5> o 0 o (32,32):(32,1), 32, column)
bank_report(Sw<3,0,5> o 0 o (32,32):(32,1), 32, column)
bank_report(Sw<5,0,5> o 0 o (32,32):(32,1), 32, column)`, line: 2 },
    { title: 'A swizzled atom, tiled', program: 'tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (128,64))\ntile_to_shape((8,64):(64,1), (128,128), (2,1)) = ((8,16),(64,2)):((64,1024),(1,512))' },
    { title: 'A is not a 32 x 8 matrix', program: '# (thread, value) to m + 16 k\nA = ((4,8),(2,2,2)):((32,1),(16,8,128)) on (16,16)\nA' },
    { title: 'What a thread has of C', program: 'mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,1,1))\npartition_C(mma, (64,64):(64,1), 0)' },
    { title: 'What a thread of a tiled copy reads', program: 'copy = make_tiled_copy(UniversalCopy<uint128_t>, (16,16), (8,1), 16)\npartition_S(copy, (128,32), 0)' },
    { title: 'Column-major surprises', program: '# index 1 of (2,3) is the next row, not the next column\nidx2crd(1, (2,3)) = (1,0)' },
    { title: 'A slice of a swizzle, without a crash', program: 'slice((_,0), Sw<3,4,3> o 0 o (10,2):(2,1))' },
    { title: 'A table back from numpy', program: 'shape=(4, 8) strides=(32, 4) dtype=float32' },
    { title: 'A tensor as CuTe prints it', program: 'tCgC : gmem_ptr[16b](0x7f3a00) o ((_2,_2),_1,_8):((_1,512),_0,_8)\ntCgC(1,0,3)\ncoalesce(tCgC)', line: 1 },
  ],
};
