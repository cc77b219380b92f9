/** Random bodies of functions. */
import fc from 'fast-check';
import type { Expression } from '../../compiler/language/expression/expression.ts';
import { ANY, BOOLEAN, INTEGER, MULTIFIELD } from '../../compiler/language/static-type.ts';
import type { FunctionRow } from '../../compiler/language/functions/row.ts';
import { drawAny, type Place } from './draw.ts';
import { AT, literal, VARIABLES, type Named } from './draw-leaf.ts';

const LOCALS = ['a', 'b', 'c'];

/** The body of a function over all variables, with variables, loops and jumps of its own. */
export function drawBody(rows: readonly FunctionRow[]): fc.Arbitrary<readonly Expression[]> {
  const actions = fc.array(drawAction(3, { return: true, break: false }, 0, rows), {
    minLength: 1,
    maxLength: 5,
  });
  const initial = LOCALS.map((name, i) => bind(name, literal({ type: 'INTEGER', value: i })));
  return fc
    .tuple(actions, fc.boolean())
    .map(([body, initialised]) => (initialised ? [...initial, ...body] : body));
}

function bind(name: string, ...values: readonly Expression[]): Expression {
  return { kind: 'bind', name, values, at: AT };
}

function drawAction(
  depth: number,
  jumps: { return: boolean; break: boolean },
  loops: number,
  rows: readonly FunctionRow[],
): fc.Arbitrary<Expression> {
  const names: Named[] = [...VARIABLES, ...LOCALS.map((name) => ({ name, type: ANY }))];
  for (let i = 0; i < loops; i++) names.push({ name: `n${i}`, type: INTEGER });
  const place: Place = { rows, names, locals: LOCALS };
  const value = drawAny(ANY, Math.min(depth, 2), place);
  const target = fc.constantFrom(...LOCALS, 'i', 's');
  const binding = fc
    .tuple(target, fc.array(value, { minLength: 1, maxLength: 2 }))
    .map(([name, values]) => bind(name, ...values));
  if (depth <= 0) return fc.oneof(value, binding);
  const inner = fc.array(drawAction(depth - 1, jumps, loops, rows), { minLength: 1, maxLength: 2 });
  const inLoop = fc.array(drawAction(depth - 1, { ...jumps, break: true }, loops + 1, rows), {
    minLength: 1,
    maxLength: 2,
  });
  const test = drawAny(BOOLEAN, 1, place);
  const counter = `n${loops}`;
  const choices: { weight: number; arbitrary: fc.Arbitrary<Expression> }[] = [
    { weight: 6, arbitrary: binding },
    { weight: 1, arbitrary: target.map((name) => bind(name)) },
    { weight: 3, arbitrary: value },
    {
      weight: 4,
      arbitrary: fc.tuple(test, inner, inner).map(([condition, then, otherwise]): Expression => {
        return { kind: 'if', test: condition, then, else: otherwise, at: AT };
      }),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.integer({ min: -1, max: 3 }), inLoop).map(([to, body]): Expression => {
        const one = literal({ type: 'INTEGER', value: 0 });
        const end = literal({ type: 'INTEGER', value: to });
        return { kind: 'loop-for-count', variable: counter, from: one, to: end, body, at: AT };
      }),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(drawAny(MULTIFIELD, 1, place), inLoop).map(([list, body]): Expression => {
        return { kind: 'foreach', form: 'progn$', variable: counter, list, body, at: AT };
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(test, inner).map(([condition, body]): Expression => {
        // Ends after one round at the latest: the loop cannot be left any other way for sure.
        return { kind: 'while', test: condition, body: [...body, { kind: 'break', at: AT }], at: AT };
      }),
    },
  ];
  if (jumps.return)
    choices.push({
      weight: 1,
      arbitrary: value.map((answer) => ({ kind: 'return', value: answer, at: AT })),
    });
  if (jumps.break) choices.push({ weight: 1, arbitrary: fc.constant({ kind: 'break', at: AT }) });
  return fc.oneof(...choices);
}
