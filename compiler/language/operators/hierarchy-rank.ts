import type { Expression } from '../expression/expression.ts';
import type { Hierarchy } from '../../ruleset.ts';
import { isClipsSymbol } from '../symbol.ts';
import { buildAt, operandExpression } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import type { Operand, OperatorCall } from './operator.ts';

/** Rank of values that are not levels of the hierarchy. Every comparison also requires a rank of at least 0. */
const UNKNOWN = -1;

/** `(<hierarchy>-rank ?level)`: 0 for the lowest level, -1 for other values. Takes symbols and strings. */
export function rankFunction(hierarchy: Hierarchy): InternalFunction {
  return {
    key: 'rank:' + hierarchy.name,
    wanted: hierarchy.name + '-rank',
    define: (name) => {
      const { variable, string, symbol, integer } = buildAt(hierarchy.at);
      const rankOf = (value: Expression, rank: number) => ({ value, body: [integer(rank)] });
      return {
        name,
        parameters: ['level'],
        wildcard: null,
        body: [
          {
            kind: 'switch',
            subject: variable('level'),
            cases: [
              ...hierarchy.levels.flatMap((level, rank) =>
                isClipsSymbol(level) ? [rankOf(symbol(level), rank)] : [],
              ),
              ...hierarchy.levels.map((level, rank) => rankOf(string(level), rank)),
            ],
            default: [integer(UNKNOWN)],
            at: hierarchy.at,
          },
        ],
        at: hierarchy.at,
      };
    },
  };
}

/** The three ways in which levels compare. */
export type LevelRelation = 'below' | 'meets-or-exceeds' | 'within-scope';

/**
 * `a` against `b` as one comparison of ranks. INVARIANT: 0 or -1 is at the end where it makes the comparison fail
 * for an unknown level on either side, so that what is not known never passes.
 */
export function compareRanks(relation: LevelRelation, a: Expression, b: Expression): Expression {
  const { call, integer } = buildAt(a.at);
  switch (relation) {
    case 'below':
      return call('<', integer(UNKNOWN), a, b);
    case 'meets-or-exceeds':
      return call('>=', a, b, integer(0));
    case 'within-scope':
      return call('<=', integer(0), a, b);
  }
}

/** The rank of an operand of kind `level`: already a number when it was a literal. */
export function rankOperand(call: OperatorCall, hierarchy: Hierarchy, operand: Operand): Expression {
  const build = buildAt(operand.at);
  if (operand.kind === 'literal') return build.literal(operand.value);
  return build.call(call.internal(rankFunction(hierarchy)), operandExpression(operand));
}

/** The rank of the slot's own value. */
export function rankSubject(call: OperatorCall, hierarchy: Hierarchy, subject: Expression): Expression {
  return buildAt(call.at).call(call.internal(rankFunction(hierarchy)), subject);
}
