import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReusedMap } from '../../../runtime/matching/reused-map.ts';

it('holds what a Map holds, while keys come and go', () => {
  const steps = fc.array(fc.tuple(fc.nat(150), fc.boolean()), { minLength: 200, maxLength: 1_000 });
  fc.assert(
    fc.property(steps, (all) => {
      const map = new ReusedMap<number, number>();
      const model = new Map<number, number>();
      all.forEach(([key, keep], step) => {
        if (!model.has(key)) map.add(key, step);
        else if (keep) map.replace(key, step);
        else map.remove(key);
        if (model.has(key) && !keep) model.delete(key);
        else model.set(key, step);
      });
      for (let key = 0; key <= 150; key++) expect(map.get(key)).toBe(model.get(key));
    }),
    { numRuns: 50 },
  );
});
