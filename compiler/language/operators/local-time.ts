import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import type { TextTestName } from '../functions/text-tests.ts';
import { buildAt } from './build-expression.ts';
import { TIME_SLOT, type Operand, type Operator, type ParameterKind, type Restriction } from './operator.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** A test of the local time in a zone, computed by a host function because CLIPS has no time zones. */
interface LocalTime {
  readonly name: string;
  readonly parameters: readonly ParameterKind[];
  readonly host: TextTestName;
  /** True if no time can match these words. */
  readonly isEmpty: (words: readonly string[]) => boolean;
}

const NOTHING: Restriction = { kind: 'one-of', values: [] };

/** The words of a literal: its text, or those of the items of a list. */
function words(expression: Expression): readonly string[] {
  if (expression.kind === 'call') return expression.args.flatMap(words);
  return expression.kind === 'literal' ? [String(expression.value.value)] : [];
}

/** Passes the wanted values to the host as one text, which the matcher reads once. */
function ask({ host }: LocalTime, asked: readonly Expression[], time: Expression, at: Span): Expression {
  const { call, string } = buildAt(at);
  return call(host, string(asked.flatMap(words).join(' ')), time);
}

/** On a slot that holds a time. */
export function localTimeOperator(
  local: LocalTime,
  expressionOf: (operand: Operand) => Expression,
): Operator {
  return {
    name: local.name,
    slotTypes: TIME_SLOT,
    parameters: local.parameters,
    lower({ at }, ...operands) {
      const asked = operands.map(expressionOf);
      return [
        {
          kind: 'predicate',
          build: (subject) => ask(local, asked, subject, at),
          restriction: local.isEmpty(asked.flatMap(words)) ? NOTHING : null,
        },
      ];
    },
  };
}

/** Applied to the clock: in a condition `now`. */
export function localTimeOfClock(local: LocalTime): TemporalOperator {
  const count = local.parameters.length;
  return {
    name: local.name,
    slotTypes: TIME_SLOT,
    arguments: [count, count],
    ofClock: true,
    isJudged: () => false,
    judge(call, ...args) {
      const asked = local.parameters.map((kind, index) => {
        const argument = args[index];
        return argument ? call.operand(kind, argument) : null;
      });
      const time = call.subject();
      if (time === null || asked.includes(null)) return null;
      const given = asked.flatMap((operand) => operand ?? []);
      return local.isEmpty(given.flatMap(words)) ? call.neverHolds() : ask(local, given, time, call.at);
    },
  };
}
