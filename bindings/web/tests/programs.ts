/** All programs that the page offers. */

import { FIRST, GROUPS, type Example } from '../src/examples/examples';

export const EXAMPLES: readonly Example[] = [FIRST, ...GROUPS.flatMap(({ examples }) => examples)];
