import { expect, it } from 'vitest';
import { staleFiles } from '../../tools/generate/generated-files.ts';
import { FULL } from '../full.ts';

/** `npm run check` says the same. */
it.runIf(FULL)('generated/ is what the compiler makes of the shipped rulesets', async () => {
  expect(await staleFiles()).toEqual([]);
});
