/** Statements about sets of facts (see fact-sets.ts). */
import { code, comment, joined, lines, types, type Code } from '../../write/code.ts';
import type { TemplateNames } from './context.ts';
import type { FunctionDeclaration } from './declaration.ts';
import type { FactSet } from './fact-sets.ts';
import type { NetworkContext } from './network-context.ts';

/** The fact `f` is in the set. */
export function flagFact({ word, flag }: FactSet): Code {
  return code`f.${word} |= ${flag};`;
}

/** Whether some fact may be in the set: one that was taken back or retracted may have left its flag. */
export function someInSet(context: NetworkContext, { template, word, flag }: FactSet): Code {
  const { facts } = context.context.templates.get(template)!;
  return code`(m.${facts}.${word} & ${flag}) !== 0`;
}

/** A loop over the facts of a set that are not in its memory; `order` is the order of the memory's own loop. */
export function eachFlagged(
  context: NetworkContext,
  set: FactSet,
  order: 'newest first' | 'oldest first',
  fact: Code,
  sameKey: readonly Code[],
  statement: Code,
): Code {
  const { facts } = context.context.templates.get(set.template)!;
  const loop =
    order === 'newest first'
      ? code`for (let i = facts.count - 1; i >= facts.stored; i--)`
      : code`for (let i = facts.stored; i < facts.count; i++)`;
  const tests = [code`(${fact}.${set.word} & ${set.flag}) !== 0`, ...sameKey, code`!${fact}.gone`];
  return code`const facts = m.${facts};
${loop} {
const ${fact} = facts.items[i]${types`!`};
if (${joined(tests, ' && ')}) ${statement}
}`;
}

/** What follows when a fact of a template has met all patterns: its flags count, and many facts go into the memories. */
export function settleFlags(context: NetworkContext, names: TemplateNames): Code {
  const sets = context.sets.ofTemplate(names.template.name);
  const words = [...new Set(sets.map(({ word }) => word))];
  if (words.length === 0) return lines([]);
  return lines([
    code`const facts = m.${names.facts};`,
    ...words.map((word) => code`facts.${word} |= f.${word};`),
    code`if (facts.crowded) ${names.store}(m);`,
  ]);
}

/** The function that puts the newest facts of a template into the memories of their sets. */
export function emitStore(context: NetworkContext, names: TemplateNames): FunctionDeclaration[] {
  const sets = context.sets.ofTemplate(names.template.name);
  if (sets.length === 0) return [];
  const adds = sets.map(({ memory, word, flag }) => {
    const awaited = context.arrivals.awaited(memory);
    const tests = [code`(f.${word} & ${flag}) !== 0`, ...(awaited === null ? [] : [awaited])];
    return code`if (${joined(tests, ' && ')}) m.${memory}.add(f, m.log);`;
  });
  return [
    {
      kind: 'function',
      name: names.store,
      parameters: [{ name: code`m`, type: code`RulesetMatcher` }],
      returns: code`void`,
      body: code`const facts = m.${names.facts};
for (let i = facts.stored; i < facts.count; i++) {
const f = facts.items[i]${types`!`};
if (f.gone) continue;
${lines(adds)}
}
facts.stored = facts.count;`,
      comment: comment('The newest facts, so far found by their flags, go into the memories.'),
    },
  ];
}
