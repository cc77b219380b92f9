/** Sending a match on to the children of a join: into the memories where it waits, then to each in its order. */
import type { Child, JoinPlan, RemovableJoin, LateNegationJoin } from '../../../plan/match-plan.ts';
import type { MemoryId } from '../../../plan/ids.ts';
import { code, joined, lines, literal, statement, type Code } from '../code/code.ts';
import { awaited, flagFact, notEmpty, setOf } from './emit-fact-sets.ts';
import { when } from '../code/statements.ts';
import { joinCondition } from './emit-test.ts';
import { leftKey } from './join-key.ts';
import {
  activate,
  appendOnly,
  isMergedRow,
  joinName,
  joinOf,
  removable,
  memoryPath,
  type NetworkContext,
} from './network-context.ts';
import { factAt, type MatchCode } from './reference.ts';
import { required } from '../../../required.ts';

/**
 * Statements that send an append-only match on. No join reads the left memory of another, so all memories can be filled first.
 */
export function driveAppendOnly(context: NetworkContext, join: JoinPlan, match: Code): Code {
  const waiting = new Map<MemoryId, Code>();
  const own = appendOnly(match, join.shape);
  const entries = join.children.map((child): Code => {
    const next = joinOf(context, child.join);
    switch (next.kind) {
      case 'terminal':
        return activate(context, next, match);
      case 'late-negation':
        return pass(context, next, own);
      case 'removable':
        return isMergedRow(context, next.id) ? lines([]) : driveAcross(context, next, child.side, own);
      case 'first':
        throw new TypeError('a first join is not a child');
      default:
        if (isMergedRow(context, next.id)) return lines([]);
        waiting.set(next.waiting, wait(context, next.waiting, match));
        return code`if (${notEmpty(context, next.facts)}) ${joinName(context, next.id, 'left')}(m, ${match});`;
    }
  });
  return lines([...waiting.values(), ...entries.filter((entry) => !entry.isEmpty)]);
}

function wait(context: NetworkContext, memory: MemoryId, match: Code): Code {
  const set = setOf(context, memory);
  if (set !== null) return flagFact(context, set);
  return when(awaited(context, memory), statement`m.${memoryPath(context, memory)}.add(${match}, m.log);`);
}

/** A negated pattern that keeps nothing: what it would hold back now never passes. */
function pass(context: NetworkContext, join: LateNegationJoin, match: MatchCode): Code {
  const free = code`!(${notEmpty(context, join.facts)} && ${joinName(context, join.id, 'blocked')}(m, ${match.code}))`;
  const secondary = joinCondition(context, join.secondary, join.template, {
    left: match,
    right: null,
  });
  const condition = secondary === null ? free : joined([free, secondary], ' && ');
  return when(condition, driveAppendOnly(context, join, match.code));
}

/** The same match, removable: earlier parts are never removed, but later ones are. */
function driveAcross(
  context: NetworkContext,
  child: RemovableJoin,
  side: Child['side'],
  match: MatchCode,
): Code {
  const { templates, chain } = match.shape;
  const facts = chain.map((position) =>
    factAt(context, match, position, required(templates[position], 'a fact of the match')),
  );
  const before = facts
    .slice(0, -1)
    .reduce((left, fact) => code`${context.value('looseMatch')}(${fact}, ${left}, m.log)`, literal(null));
  return enterChild(
    context,
    child,
    side,
    removable(code`across`, match.shape),
    required(facts.at(-1), 'the last fact'),
    before,
    literal(null),
  );
}

/** A match for one child of a join, put into its memory and sent on. */
export function enterChild(
  context: NetworkContext,
  child: RemovableJoin,
  side: Child['side'],
  own: MatchCode,
  fact: Code,
  left: Code,
  right: Code,
): Code {
  const make =
    side === 'left' && child.blocks
      ? code`${context.value('blockableMatch')}(${joinName(context, child.id, 'record')}, ${fact}, ${left}, ${right}, m.log)`
      : code`${context.value('derivedMatch')}(${fact}, ${left}, ${right}, m.log)`;
  const memory = side === 'left' ? child.memory : child.right.kind === 'group' ? child.right.memory : null;
  const key = leftKey(context, child.hash, own);
  const path = memory === null ? null : memoryPath(context, memory);
  const add =
    path === null
      ? []
      : [
          key === null
            ? code`m.${path}.add(${own.code}, m.log);`
            : code`m.${path}.add(${key}, ${own.code}, m.log);`,
        ];
  return code`{
${lines([code`const ${own.code} = ${make};`, ...add, code`${joinName(context, child.id, side)}(m, ${own.code});`])}
}`;
}
