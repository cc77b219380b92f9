import type { Slot } from '../../ruleset.ts';
import { compareRanks, rankOperand, rankSubject, type LevelRelation } from './hierarchy-rank.ts';
import type { Lowered, Operand, OperatorCall, Restriction } from './operator.ts';

const PASSES: Readonly<Record<LevelRelation, (rank: number, limit: number) => boolean>> = {
  below: (rank, limit) => rank < limit,
  'meets-or-exceeds': (rank, limit) => rank >= limit,
  'within-scope': (rank, limit) => rank <= limit,
};

/** The levels that pass, when the level compared with is a literal. */
function passingLevels(
  relation: LevelRelation,
  levels: readonly string[],
  level: Operand,
  slot: Slot,
): Restriction | null {
  if (level.kind !== 'literal' || (slot.type !== 'STRING' && slot.type !== 'SYMBOL')) return null;
  const { type } = slot;
  const limit = Number(level.value.value);
  const passing = levels.filter((_, rank) => PASSES[relation](rank, limit));
  return { kind: 'one-of', values: passing.map((value) => ({ type, value })) };
}

/** Shared code of `below`, `meets_or_exceeds` and `within_scope`. */
export function compareLevels(
  relation: LevelRelation,
  call: OperatorCall,
  level: Operand,
): readonly Lowered[] {
  const { hierarchy } = call;
  if (hierarchy === null) return [];
  const other = rankOperand(call, hierarchy, level);
  return [
    {
      kind: 'predicate',
      build: (subject) => compareRanks(relation, rankSubject(call, hierarchy, subject), other),
      restriction: passingLevels(relation, hierarchy.levels, level, call.slot),
    },
  ];
}
