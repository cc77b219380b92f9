import type { Expression } from '../expression/expression.ts';
import type { Span } from '../../diagnostics/position.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import type { Operand, OperatorCall } from './operator.ts';

/** Functions made by the compiler have no position in the YAML. */
const NOWHERE: Span = { file: '', start: 0, end: 0 };
const { call, variable, string, symbol, integer } = buildAt(NOWHERE);

const bind = (name: string, value: Expression): Expression => ({
  kind: 'bind',
  name,
  values: [value],
  at: NOWHERE,
});
const repeat = (test: Expression, ...body: readonly Expression[]): Expression => ({
  kind: 'while',
  test,
  body,
  at: NOWHERE,
});
const length = (text: Expression): Expression => call('str-length', text);
const part = (text: Expression, first: Expression, last: Expression): Expression =>
  call('sub-string', first, last, text);

/** `(compartment-name ?name)`: the name as a STRING, without spaces around it. */
const COMPARTMENT_NAME: InternalFunction = {
  key: 'compartment-name',
  wanted: 'compartment-name',
  define: (name) => {
    const text = variable('text');
    return {
      name,
      parameters: ['name'],
      wildcard: null,
      body: [
        bind('text', call('str-cat', variable('name'))),
        repeat(
          call('eq', part(text, integer(1), integer(1)), string(' ')),
          bind('text', part(text, integer(2), length(text))),
        ),
        repeat(
          call('eq', part(text, length(text), length(text)), string(' ')),
          bind('text', part(text, integer(1), call('-', length(text), integer(1)))),
        ),
        text,
      ],
      at: NOWHERE,
    };
  },
};

/** `(compartment-names ?list)`: the names between the bars as a multifield of STRINGs, empty ones left out. */
const COMPARTMENT_NAMES: InternalFunction = {
  key: 'compartment-names',
  wanted: 'compartment-names',
  define: (name, nameOf) => {
    const [rest, names, bar, one] = ['rest', 'names', 'bar', 'one'].map(variable) as [
      Expression,
      Expression,
      Expression,
      Expression,
    ];
    const findBar = bind('bar', call('str-index', string('|'), rest));
    return {
      name,
      parameters: ['list'],
      wildcard: null,
      body: [
        bind('rest', call('str-cat', variable('list'), string('|'))),
        bind('names', call('create$')),
        findBar,
        repeat(
          call('neq', bar, symbol('FALSE')),
          bind('one', call(nameOf(COMPARTMENT_NAME), part(rest, integer(1), call('-', bar, integer(1))))),
          {
            kind: 'if',
            test: call('neq', one, string('')),
            then: [bind('names', call('create$', names, one))],
            else: [],
            at: NOWHERE,
          },
          bind('rest', part(rest, call('+', bar, integer(1)), length(rest))),
          findBar,
        ),
        names,
      ],
      at: NOWHERE,
    };
  },
};

/** `(compartments-cover ?have ?need)`: every name of the second list is in the first. */
export const COMPARTMENTS_COVER: InternalFunction = {
  key: 'compartments-cover',
  wanted: 'compartments-cover',
  intrinsic: 'compartmentsCover',
  define: (name, nameOf) => ({
    name,
    parameters: ['have', 'need'],
    wildcard: null,
    body: [
      call(
        'subsetp',
        call(nameOf(COMPARTMENT_NAMES), variable('need')),
        call(nameOf(COMPARTMENT_NAMES), variable('have')),
      ),
    ],
    at: NOWHERE,
  }),
};

/** `(compartment-held ?have ?name)`: one name, which is not empty, is in the list. */
export const COMPARTMENT_HELD: InternalFunction = {
  key: 'compartment-held',
  wanted: 'compartment-held',
  intrinsic: 'compartmentHeld',
  define: (name, nameOf) => ({
    name,
    parameters: ['have', 'name'],
    wildcard: null,
    body: [
      call(
        'neq',
        call(
          'member$',
          call(nameOf(COMPARTMENT_NAME), variable('name')),
          call(nameOf(COMPARTMENT_NAMES), variable('have')),
        ),
        symbol('FALSE'),
      ),
    ],
    at: NOWHERE,
  }),
};

/** True if an operand is known to name no compartment, so that every list covers it. */
export function isEmptyList(operand: Operand): boolean {
  return operand.kind === 'literal' && /^[ |]*$/.test(String(operand.value.value));
}

/** A call of an internal function at the place of an operator. */
export function callInternal(
  at: OperatorCall,
  definition: InternalFunction,
  ...args: readonly Expression[]
): Expression {
  return buildAt(at.at).call(at.internal(definition), ...args);
}
