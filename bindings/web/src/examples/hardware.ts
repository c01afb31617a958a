import type { Group } from './examples';

/** Threads, atoms and memory. */
export const HARDWARE: Group = {
  title: 'Threads and hardware',
  about: 'Who owns what, which banks conflict, and which swizzle helps.',
  examples: [
    { title: 'Who owns what in a 16 x 8 accumulator', program: '((4,8),(2,2)):((32,1),(16,8)) on (16,8)' },
    { title: 'One thread isolated', program: 'P = ((4,8),(2,2)):((32,1),(16,8)) on (16,8)\nP', look: { thread: 5 } },
    { title: 'Both maps: to cells and back', program: 'make_layout_tv((2,3):(3,1), (2,1):(1,0))', look: { both: true } },
    { title: 'A layout read as threads and values', program: '((4,8),(2,2)):((32,1),(16,8))', look: { tv: '(16,8)' } },
    { title: 'What a thread holds, and where', program: `P = ((4,8),(2,2)):((32,1),(16,8)) on (16,8)
coverage(P)
owner(P, (9,3))
partition((64,64):(64,1), P, 5)
partition((8,6):(1,8), ((3,2),2):((4,2),1) on (4,3), 5)` },
    { title: 'An atom: SM80 16x8x16', program: 'SM80_16x8x16_F32F16F16F32_TN' },
    { title: 'A tiled MMA of 2 x 2 warps', program: 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0))' },
    { title: 'A tiled copy', program: 'make_tiled_copy(UniversalCopy<uint64_t>, (4,4):(4,1), (1,4), 16)' },
    { title: 'ldmatrix.x4 conflicts', program: '# phase by phase: eight rows, one bank\nbank_report((64,64):(64,1), 16, ldmatrix.x4)' },
    { title: 'The same ldmatrix under SW128', program: 'bank_report(Sw<3,3,3> o 0 o (64,64):(64,1), 16, ldmatrix.x4)' },
    { title: 'The least swizzle, proven', program: 'solve_swizzle((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)' },
    { title: 'A column of floats: 32-way', program: '# 32 lanes, one bank\nbank_report((32,32):(32,1), 32, column)\n# padded rows: conflict free\nbank_report((32,32):(33,1), 32, column)', line: 2 },
    { title: 'Coloured by bank', program: '# padded to 33: no two of a column share a bank\n(8,32):(33,1)', look: { color: 'bank=4' } },
    { title: 'Labelled by bank', program: 'Sw<3,2,3> o 0 o (8,32):(32,1)', look: { color: 'bank=4', labels: 'bank=4', what: 'result' } },
    { title: 'Sectors of a global access', program: 'global_report((128,100):(100,1), 16, tv=((16,2),4):((512,1),128):8B)' },
    { title: 'The widest vector', program: 'widest_vector((64,66):(66,1), ((8,4),8):((512,1),64), 16)' },
    { title: 'A descriptor for wgmma', program: 'descriptor((64,64):(64,1), K, 16, (64,16))\ndescriptor(tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (128,64)), K, 16, (64,16))' },
    { title: 'A tensor map of TMA', program: 'tma_check(16, (4096,4096), 8200, (128,64), 128)\ntma_box(Sw<3,3,3> o (64,64):(64,1), (4096,4096):(4096,1), 16)' },
    { title: 'From Triton', program: '#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = []}>' },
  ],
};
