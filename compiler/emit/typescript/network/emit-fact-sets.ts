/** Statements about facts that are found by their flags (compiler/plan/membership.ts). */
import type { MemoryId } from '../../../plan/ids.ts';
import { code, joined, lines, literal, statement, types, type Code } from '../code/code.ts';
import type { TemplateNames } from '../context.ts';
import type { FunctionDeclaration } from '../code/declaration.ts';
import { loop, when } from '../code/statements.ts';
import { memoryOf, memoryPath, type NetworkContext } from './network-context.ts';
import { entryOf, required } from '../../../required.ts';

/** Facts that are found by a flag as long as they are not in their memory. */
interface FlaggedSet {
  readonly template: string;
  readonly memory: MemoryId;
  /** Which of the properties `sets…` of facts and their memory holds the flag. */
  readonly word: Code;
  readonly flag: Code;
  /** See Flag. */
  readonly atOnce: boolean;
}

const WORDS = [code`sets0`, code`sets1`] as const;

/** The set of a memory; null: it is filled at once. */
export function setOf(context: NetworkContext, id: MemoryId): FlaggedSet | null {
  const memory = memoryOf(context, id);
  if ((memory.kind !== 'facts' && memory.kind !== 'waiting') || memory.flag === null) return null;
  const { word, bit, atOnce } = memory.flag;
  const template =
    memory.kind === 'facts' ? memory.template : required(memory.shape.templates[0], 'a fact of the match');
  return { template, memory: id, word: WORDS[word], flag: literal(bit), atOnce };
}

function setsOf(context: NetworkContext, names: TemplateNames): readonly FlaggedSet[] {
  const { flagged } = context.plan.templates.find(({ template }) => template === names.template)!;
  return flagged.map((id) => setOf(context, id)!);
}

/** The fact `f` is in the set. */
export function flagFact(context: NetworkContext, { template, word, flag, atOnce }: FlaggedSet): Code {
  const own = statement`f.${word} |= ${flag};`;
  return atOnce ? lines([own, code`m.${factsOf(context, template)}.${word} |= ${flag};`]) : own;
}

function factsOf(context: NetworkContext, template: string): Code {
  return entryOf(context.templates, template).facts;
}

/** That something can still come for what is in a memory; null: always. */
export function awaited(context: NetworkContext, id: MemoryId): Code | null {
  const memory = memoryOf(context, id);
  if ((memory.kind !== 'waiting' && memory.kind !== 'removable-facts') || memory.awaited === null)
    return null;
  return code`(m.reachableTemplates & ${literal(memory.awaited)}) !== 0`;
}

/** True if a memory may have contents: a fact that was rolled back may have left its flag. */
export function notEmpty(context: NetworkContext, id: MemoryId): Code {
  const set = setOf(context, id);
  if (set === null) return code`m.${memoryPath(context, id)}.count > 0`;
  return code`(m.${factsOf(context, set.template)}.${set.word} & ${set.flag}) !== 0`;
}

/** The declarator of `facts`, of a set's template. */
export function factsOfSet(context: NetworkContext, { template }: FlaggedSet): Code {
  return code`facts = m.${factsOf(context, template)}`;
}

/** A statement about what is in the memory of a set: most requests bring so few facts that none gets there. */
export function whereStored(statement: Code): Code {
  return code`if (facts.stored > 0) ${statement}`;
}

/** In which the items of a memory are visited. */
export type Order = 'newest first' | 'oldest first';

/** A loop over the facts of a set, among `facts`, that are not in its memory; `order` is that of the memory's own loop. */
export function eachFlagged(
  set: FlaggedSet,
  order: Order,
  fact: Code,
  sameKey: readonly Code[],
  statement: Code,
): Code {
  const head =
    order === 'newest first'
      ? code`for (let i = facts.count - 1; i >= facts.stored; i--)`
      : code`for (let i = facts.stored; i < facts.count; i++)`;
  const tests = [code`(${fact}.${set.word} & ${set.flag}) !== 0`, ...sameKey, code`!${fact}.gone`];
  const body = [code`const ${fact} = facts.items[i]${types`!`};`, when(joined(tests, ' && '), statement)];
  return loop(head, body);
}

/** Statements after a fact of a template has met all patterns: its flags count, and many facts enter the memories. */
export function settleFlags(context: NetworkContext, names: TemplateNames): Code {
  const words = [...new Set(setsOf(context, names).map(({ word }) => word))];
  if (words.length === 0) return lines([]);
  return lines([
    code`const facts = m.${names.facts};`,
    ...words.map((word) => code`facts.${word} |= f.${word};`),
    code`if (facts.crowded) ${names.store}(m);`,
  ]);
}

/** The function that puts the newest facts of a template into the memories of their sets. */
export function emitStore(context: NetworkContext, names: TemplateNames): FunctionDeclaration[] {
  const sets = setsOf(context, names);
  if (sets.length === 0) return [];
  const adds = sets.map(({ memory, word, flag }) => {
    const condition = awaited(context, memory);
    const free = sets.length === 1 ? [code`!f.gone`] : [];
    const tests = [code`(f.${word} & ${flag}) !== 0`, ...free, ...(condition === null ? [] : [condition])];
    return code`if (${joined(tests, ' && ')}) m.${memoryPath(context, memory)}.add(f, m.log);`;
  });
  const fact = code`const f = facts.items[i]${types`!`};`;
  const body = sets.length === 1 ? [fact, ...adds] : [fact, code`if (f.gone) continue;`, ...adds];
  return [
    {
      kind: 'function',
      name: names.store,
      parameters: [{ name: code`m`, type: code`RulesetMatcher` }],
      returns: code`void`,
      body: lines([
        code`const facts = m.${names.facts};`,
        loop(code`for (let i = facts.stored; i < facts.count; i++)`, body),
        code`facts.stored = facts.count;`,
      ]),
      comment: null,
    },
  ];
}
