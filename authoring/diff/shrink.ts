import type { FactInput } from '../../runtime/facts/read-facts.ts';

/** Tries beyond which facts are left as they are. */
const MOST_TRIES = 600;

/**
 * The facts of a request without what it can do without: facts, then slots, then values that are written shorter.
 *
 * @param stays whether facts are still of the kind that is looked for
 * @param valuesOf further values of a slot
 */
export function shrinkFacts(
  facts: readonly FactInput[],
  stays: (facts: readonly FactInput[]) => boolean,
  valuesOf: (template: string, slot: string) => readonly unknown[],
): readonly FactInput[] {
  let left = MOST_TRIES;
  let kept = facts;
  const attempt = (next: readonly FactInput[]): boolean => {
    if (--left < 0 || !stays(next)) return false;
    kept = next;
    return true;
  };
  for (let i = kept.length - 1; i >= 0; i--) attempt(kept.toSpliced(i, 1));
  for (const i of kept.keys()) {
    for (const slot of Object.keys(kept[i]?.data ?? {})) {
      const { template, data } = kept[i]!;
      const { [slot]: value, ...rest } = data;
      if (attempt(kept.with(i, { template, data: rest }))) continue;
      const shorter = valuesOf(template, slot)
        .filter((one) => lengthOf(one) < lengthOf(value))
        .toSorted((a, b) => lengthOf(a) - lengthOf(b));
      shorter.some((one) => attempt(kept.with(i, { template, data: { ...data, [slot]: one } })));
    }
  }
  return kept;
}

function lengthOf(value: unknown): number {
  return (
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))?.length ?? 0
  );
}
