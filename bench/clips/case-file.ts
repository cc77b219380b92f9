import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { needsTick } from '../../compiler/emit/clips/tick.ts';
import type { Ruleset } from '../../compiler/ruleset.ts';
import type { Case, GivenFact } from '../workloads/workload.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

/** A fact as a tab-separated line of clips/workload.h; slots in the order of the template. */
function factLine(kind: string, { template, data }: GivenFact, ruleset: Ruleset): string {
  const declared = ruleset.templates.find(({ name }) => name === template);
  if (declared === undefined) throw new Error(`no template ${template}`);
  const slots = declared.slots.flatMap((slot) => {
    if (slot.list) throw new Error(`the harness has no lists: ${template}.${slot.name}`);
    const initial = slot.default?.type === 'LIST' ? undefined : slot.default?.value;
    const value = data[slot.name] ?? initial;
    return value === undefined ? [] : [slot.name, slot.type, String(value)];
  });
  const line = [kind, template, ...slots];
  if (line.some((word) => /[\t\n]/.test(word))) throw new Error(`a value of ${template} does not fit a line`);
  return line.join('\t');
}

/** Writes the constructs and the facts of a case for the harness. Returns its arguments. */
export async function writeCase(given: Case, name: string): Promise<readonly string[]> {
  const { ruleset } = compileOrThrow(given.sources);
  const lines = [
    ['focus', ...ruleset.focusOrder].join('\t'),
    `decide\t${ruleset.decide}`,
    ...(needsTick(ruleset) ? ['tick'] : []),
    ...given.session.map((fact) => factLine('session', fact, ruleset)),
    ...given.requests.flatMap((facts) => [
      'request',
      ...facts.map((fact) => factLine('fact', fact, ruleset)),
    ]),
  ];
  const path = fileURLToPath(new URL(`./case-${name}`, import.meta.url));
  const host = given.now === undefined ? '' : `(deffunction MAIN::service-now () ${given.now}.0)\n`;
  await writeFile(`${path}.clp`, host + emitClips(ruleset));
  await writeFile(`${path}.facts`, lines.join('\n') + '\n');
  return [`${path}.clp`, `${path}.facts`];
}
