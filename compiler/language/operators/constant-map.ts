import type { Span } from '../../diagnostics/position.ts';
import type { Literal, SlotType } from '../../values.ts';
import type { Expression, SwitchExpression } from '../expression/expression.ts';
import { isClipsSymbol } from '../symbol.ts';
import { buildAt, plainLiteral } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';

/** The values of a map of the ruleset, all of one type. */
export interface ConstantMap {
  readonly name: string;
  readonly type: SlotType;
  readonly entries: ReadonlyMap<string, Literal>;
}

const WHOLE = /^-?(?:0|[1-9]\d{0,14})$/;

/** A key in every form that slots of the types may hold: as text, and as a symbol, an integer or a truth value that reads the same. */
function keysOf(key: string, at: Span): readonly Expression[] {
  const { string, symbol, integer } = buildAt(at);
  const forms: Expression[] = [string(key)];
  if (isClipsSymbol(key)) forms.push(symbol(key));
  if (WHOLE.test(key)) forms.push(integer(Number(key)));
  if (key === 'true' || key === 'false') forms.push(symbol(key === 'true' ? 'TRUE' : 'FALSE'));
  return forms;
}

function choice(
  map: ConstantMap,
  valueOf: (value: Literal) => Expression,
  otherwise: Expression,
  at: Span,
): SwitchExpression {
  const cases = [...map.entries].flatMap(([key, value]) =>
    keysOf(key, at).map((form) => ({ value: form, body: [valueOf(value)] })),
  );
  return { kind: 'switch', subject: buildAt(at).variable('key'), cases, default: [otherwise], at };
}

/** An expression of the type that fails: nothing has this key. */
function failure(type: SlotType, at: Span): Expression {
  const { call, integer } = buildAt(at);
  const fails = call('div', integer(1), integer(0));
  switch (type) {
    case 'INTEGER':
    case 'TIME':
      return fails;
    case 'FLOAT':
      return call('/', integer(1), integer(0));
    case 'STRING':
      return call('str-cat', fails);
    case 'SYMBOL':
      return call('sym-cat', fails);
    case 'BOOLEAN':
      return call('>', fails, integer(0));
  }
}

/** `(<map>-of ?key)`: the value of a key; a key that the map does not have is an error. */
export function lookupFunction(map: ConstantMap, at: Span): InternalFunction {
  return {
    key: `lookup ${map.name} ${map.type}`,
    wanted: `const-${map.name}`,
    define: (name) => ({
      name,
      parameters: ['key'],
      wildcard: null,
      body: [choice(map, (value) => buildAt(at).literal(plainLiteral(value)), failure(map.type, at), at)],
      at,
    }),
  };
}

/** `(has-<map> ?key)`: whether the map has the key. */
export function hasKeyFunction(map: ConstantMap, at: Span): InternalFunction {
  const { symbol } = buildAt(at);
  return {
    key: `has-key ${map.name}`,
    wanted: `const-${map.name}-has`,
    define: (name) => ({
      name,
      parameters: ['key'],
      wildcard: null,
      body: [choice(map, () => symbol('TRUE'), symbol('FALSE'), at)],
      at,
    }),
  };
}
