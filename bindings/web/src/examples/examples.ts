/** Programs to start from: every figure of CuTe's documents, the errata, and cases from the wild. */

import type { Look } from '../state/state';
import { CUTE } from './cute';
import { ERRATA } from './errata';
import { HARDWARE } from './hardware';
import { LAYOUTS } from './layouts';
import { WILD } from './wild';

export interface Example {
  title: string;
  program: string;
  /** The line that is selected at first; the last statement where it is not given. */
  line?: number;
  look?: Partial<Look>;
  /** The lines whose statements are refused, or claim what does not hold: that is what they show. */
  refused?: readonly number[];
}

export interface Group {
  title: string;
  about: string;
  examples: readonly Example[];
}

export const GROUPS: readonly Group[] = [LAYOUTS, CUTE, HARDWARE, WILD, ERRATA];

/** What the page shows when its address says nothing. */
export const FIRST: Example = {
  title: 'Composition',
  program: `# A is read through B: every cell shows an offset
A = (6,2):(8,2)
B = (4,3):(3,1)
A o B

# no layout is this composition, and here is why
(6,2):(1,7) o (3,2):(2,3)`,
  line: 4,
  refused: [7],
};
