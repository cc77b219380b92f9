import { withoutQuotes } from '../foreign-quotes.ts';
import type { Span } from '../../diagnostics/position.ts';
import { closestName, type Suggestion } from '../../diagnostics/suggest.ts';
import { checkCall } from './check-call.ts';
import { checkFactQuery, checkFactSlot } from './check-fact-query.ts';
import { checkForeach, checkLoop, checkSwitch } from './check-loops.ts';
import type {
  BindExpression,
  CallExpression,
  Expression,
  IfExpression,
  VariableExpression,
} from './expression.ts';
import {
  alwaysFits,
  ANY,
  BOOLEAN,
  FACT,
  MULTIFIELD,
  NOTHING,
  NUMBER,
  STRING,
  unionOf,
  without,
  type StaticType,
} from '../static-type.ts';
import { isChoice, type TypedExpression } from './typed-expression.ts';
import {
  literalType,
  reportUncalled,
  typedActions,
  typeOfLast,
  variableType,
  type Typing,
} from './typing.ts';

/**
 * An expression with its types. The type is NOTHING when there never is a value (it returns or breaks) or it is not
 * inferred yet. `used` says whether something depends on the value.
 */
export function typed(expression: Expression, typing: Typing, used: boolean): TypedExpression {
  switch (expression.kind) {
    case 'literal': {
      const { value, at } = expression;
      if (value.type === 'STRING') checkQuoted(value.value, at, typing);
      if (value.type === 'SYMBOL') checkSigned(value.value, at, typing);
      return { kind: 'literal', value, at, valueType: literalType(expression), canFail: false };
    }
    case 'variable':
      return checkVariable(expression, typing);
    case 'call': {
      const constant = typing.constants.get(expression.name);
      return constant === undefined ? checkShared(expression, typing) : typed(constant, typing, used);
    }
    case 'if':
      return checkIf(expression, typing, used);
    case 'while':
    case 'loop-for-count':
      return checkLoop(expression, typing);
    case 'progn': {
      const body = typedActions(expression.body, typing, used);
      return { ...expression, body, valueType: typeOfLast(body), canFail: true };
    }
    case 'foreach':
      return checkForeach(expression, typing, used);
    case 'switch':
      return checkSwitch(expression, typing, used);
    case 'bind':
      return checkBind(expression, typing);
    case 'return': {
      const value = typed(expression.value, typing, true);
      if (typing.locals) typing.locals.returned = unionOf(typing.locals.returned, value.valueType);
      return { ...expression, value, valueType: NOTHING, canFail: true };
    }
    case 'break':
      return { ...expression, valueType: NOTHING, canFail: true };
    case 'fact-query':
      return checkFactQuery(expression, typing, used);
    case 'fact-slot':
      return checkFactSlot(expression, typing);
  }
}

function checkShared(expression: CallExpression, typing: Typing): TypedExpression {
  const known = typing.shared?.get(expression);
  if (known !== undefined) return known;
  const call = checkCall(expression, typing);
  typing.shared?.set(expression, call);
  return call;
}

function typedVariable(
  { name, multi, at }: VariableExpression,
  valueType: StaticType,
  canFail: boolean,
): TypedExpression {
  return { kind: 'variable', name, multi, at, valueType, canFail };
}

function checkVariable(expression: VariableExpression, typing: Typing): TypedExpression {
  const { name, at } = expression;
  if (typing.facts.has(name)) return typedVariable(expression, FACT, false);
  const type = variableType(typing, name);
  if (type !== null) {
    const isLocal = !typing.loops.has(name) && typing.locals !== null && typing.locals.types.has(name);
    return typedVariable(expression, type, isLocal && typing.locals.unbound.has(name));
  }
  const names = [...typing.names.variables, ...typing.loops.keys(), ...typing.facts.keys()];
  typing.report?.add('clips-unbound-variable', at, { name }, suggestVariable(name, names));
  return typedVariable(expression, ANY, false);
}

/** Reports a text that is the name of a variable, `"?name"` or `"{name}"`: a condition on it would never hold, unnoticed. */
function checkQuoted(text: string, at: Span, typing: Typing): void {
  const [, signed, braced] = /^\$?(?:\?([A-Za-z_][\w-]*)|\{\??([A-Za-z_][\w-]*)\})$/.exec(text) ?? [];
  const name = signed ?? braced ?? '';
  const [, fact = '', slot = ''] = /^\??([A-Za-z_][\w-]*):([A-Za-z_][\w-]*)$/.exec(text) ?? [];
  if (typing.facts.has(fact))
    typing.report?.add('clips-quoted-variable', at, { text, meant: `?${fact}:${slot}` });
  else if (isVariable(name, typing))
    typing.report?.add('clips-quoted-variable', at, { text, meant: `?${name}` });
}

/** A number with the signs of a percentage, a currency or another language: `5%`, `$5`, `5_000`, `5L`, `0x1f`. */
const FOREIGN_NUMBER =
  /^(?=[$\u20ac\u00a3\d])[$\u20ac\u00a3]?(?:\d+(?:[_,.]\d+)*[%LlNn]?|0[xXbBoO][\da-fA-F]+)$/;

/** A brace or bracket at one end, as of a block in other languages. */
const BRACED = /^[{[][^}\]]*$|^[^{[]*[}\]]$/;

/**
 * Reports a symbol that is a number or a text of another language, or the name of a variable as one writes it: `5%`, `'a'`,
 * `name`, `{name}`, `@name`.
 */
function checkSigned(text: string, at: Span, typing: Typing): void {
  const [, sign = '', name = ''] = /^([$#]?\{\??|[$@%:']|)([A-Za-z_][\w-]*)\}?$/.exec(text) ?? [];
  // Parameters of a function have no type that would refuse a word in their place.
  const canBeMeant = sign !== '' || typing.locals !== null;
  const [, fact = '', slot = ''] =
    /^(?:[$#@%:]?|[$#]?\{\??)([A-Za-z_][\w-]*):([A-Za-z_][\w-]*)\}?$/.exec(text) ?? [];
  if (canBeMeant && isVariable(name, typing)) typing.report?.add('clips-signed-variable', at, { text, name });
  else if (typing.facts.has(fact))
    typing.report?.add('clips-signed-variable', at, { text, name: `${fact}:${slot}` });
  else if (BRACED.test(text)) typing.report?.add('clips-brace', at, { text });
  else if (FOREIGN_NUMBER.test(text)) typing.report?.add('clips-foreign-number', at, { text });
  else if (/^['`\u2018\u201c\u201e\u00ab]./.test(text)) {
    const meant = JSON.stringify(withoutQuotes(text));
    typing.report?.add('foreign-quotes', at, { text, meant });
  }
}

function isVariable(name: string, typing: Typing): boolean {
  return typing.facts.has(name) || variableType(typing, name) !== null;
}

function suggestVariable(name: string, names: readonly string[]): Suggestion {
  return () => {
    const closest = closestName(name, names)();
    return closest === null ? null : '?' + closest;
  };
}

function checkIf(expression: IfExpression, typing: Typing, used: boolean): TypedExpression {
  const test = typed(expression.test, typing, true);
  const then = typedActions(expression.then, typing, used);
  const otherwise = typedActions(expression.else, typing, used);
  checkQuotedNumber(then.at(-1), typeOfLast(otherwise), typing);
  checkQuotedNumber(otherwise.at(-1), typeOfLast(then), typing);
  return {
    ...expression,
    test,
    then,
    else: otherwise,
    valueType: unionOf(typeOfLast(then), typeOfLast(otherwise)),
    canFail: !isChoice(expression) || [test, ...then, ...otherwise].some(({ canFail }) => canFail),
  };
}

/** Reports a number in quotes at a place where there is a number otherwise: `"5"`. */
function checkQuotedNumber(
  value: TypedExpression | undefined,
  other: StaticType | undefined,
  { report }: Typing,
): void {
  if (
    value?.kind !== 'literal' ||
    value.value.type !== 'STRING' ||
    !/^-?\d+(?:\.\d+)?$/.test(value.value.value)
  )
    return;
  if (other !== undefined && other !== NOTHING && alwaysFits(other, NUMBER))
    report?.add('clips-quoted-number', value.at, { text: value.value.value });
}

/** The value bound; several values make a multifield, none unbinds and gives FALSE. */
function checkBind(expression: BindExpression, typing: Typing): TypedExpression {
  const { name } = expression;
  const values = expression.values.map((value) => typed(value, typing, true));
  const [only] = values;
  const type = values.length > 1 ? MULTIFIELD : (only?.valueType ?? BOOLEAN);
  const loop = typing.loops.get(name)?.form ?? (typing.facts.has(name) ? 'query' : null);
  if (loop !== null) {
    typing.report?.add('clips-rebound-variable', expression.at, { name, form: loop });
  } else if (typing.inQueryTest) typing.report?.add('clips-bind-in-query', expression.at);
  else if (typing.locals === null) typing.report?.add('clips-bind-outside-function', expression.at);
  else if (values.length > 0) {
    if (values.length === 1)
      checkQuotedNumber(only, without(typing.locals.types.get(name) ?? NOTHING, STRING), typing);
    else for (const value of expression.values) reportUncalled(value, typing);
    const all = unionOf(typing.locals.types.get(name) ?? NOTHING, type);
    typing.locals.types.set(name, all);
    if (typing.locals.settled) return { ...expression, values, valueType: all, canFail: true };
  }
  return { ...expression, values, valueType: type, canFail: values.length > 0 };
}
