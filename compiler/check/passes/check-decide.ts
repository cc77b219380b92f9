import { closestName } from '../../diagnostics/suggest.ts';
import type { DecideMode } from '../../../runtime/description.ts';
import type { Pass } from '../checked.ts';

export const MODES: ReadonlyMap<string, DecideMode> = new Map(
  (['deny-overrides', 'allow-overrides', 'last', 'first'] as const).map((mode) => [mode, mode]),
);

/** One compiled ruleset has one `decide`. */
export const checkDecide: Pass = (checked, report) => {
  const [first] = checked.syntax.decides;
  for (const { value, at } of checked.syntax.decides) {
    if (!MODES.has(value)) report.add('unknown-decide', at, { value }, closestName(value, MODES.keys()));
    else if (first && value !== first.value) {
      report.add('decide-conflict', at, { value, other: first.value, file: first.at.file });
    }
  }
  return { ...checked, decide: (first && MODES.get(first.value)) ?? 'deny-overrides' };
};
