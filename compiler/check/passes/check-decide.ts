import { closestName } from '../../diagnostics/suggest.ts';
import type { DecideMode } from '../../../runtime/description.ts';
import type { Syntax } from '../../syntax.ts';
import type { Pass } from '../checked.ts';

export const MODES: ReadonlyMap<string, DecideMode> = new Map(
  (['deny-overrides', 'allow-overrides', 'last', 'first'] as const).map((mode) => [mode, mode]),
);

/** Modules and constants called `decide`, with their texts: `decide: last` was most likely indented too far. */
function namedDecide({ modules, constants }: Syntax) {
  return [
    ...modules.map(({ name, description }) => ({ owner: '`modules`', name, text: description })),
    ...constants.map(({ name, value }) => ({
      owner: '`constants`',
      name,
      text: value.kind === 'single' ? String(value.value.text) : '',
    })),
  ].filter(({ name }) => name.value === 'decide');
}

/** One compiled ruleset has one `decide`. */
export const checkDecide: Pass = (checked, report) => {
  const [first] = checked.syntax.decides;
  for (const { value, at } of checked.syntax.decides) {
    if (!MODES.has(value)) report.add('unknown-decide', at, { value }, closestName(value, MODES.keys()));
    else if (first && value !== first.value) {
      report.add('decide-conflict', at, { value, other: first.value, file: first.at.file });
    }
  }
  for (const { owner, name, text } of namedDecide(checked.syntax))
    if (MODES.has(text)) report.add('unknown-key', name.at, { key: 'decide', owner });
  return { ...checked, decide: (first && MODES.get(first.value)) ?? 'deny-overrides' };
};
