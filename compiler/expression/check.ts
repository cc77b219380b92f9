import { closestName } from '../diagnostics/suggest.ts';
import type { Report } from '../diagnostics/report.ts';
import { FORMS, FUNCTIONS } from '../functions/table.ts';
import { checkCall } from './check-call.ts';
import { checkFactQuery, checkFactSlot } from './check-fact-query.ts';
import { checkForeach, checkLoop, checkSwitch } from './check-loops.ts';
import type { BindExpression, Expression, LiteralExpression } from './expression.ts';
import type { CheckScope } from './scope.ts';
import { ANY, BOOLEAN, FACT, MULTIFIELD, type StaticType } from './static-type.ts';
import { slotType, variableType, type Typing } from './typing.ts';

/**
 * Checks an expression of a rule: names, numbers of arguments, types that can never fit. Answers its static type,
 * which after an error is the widest that makes sense.
 */
export function checkExpression(expression: Expression, scope: CheckScope, report: Report): StaticType {
  return typeOf(expression, typingOf(scope, report), true);
}

function typingOf(scope: CheckScope, report: Report | null): Typing {
  return {
    outer: (name) => scope.variables.get(name) ?? null,
    functionOf: (name) => scope.functions.get(name) ?? null,
    templates: scope.templates,
    report,
    locals: null,
    loops: new Map(),
    facts: new Map(),
    inQueryTest: false,
    names: {
      functions: [...FUNCTIONS.keys(), ...FORMS, ...scope.functions.keys()],
      variables: scope.variables.keys(),
    },
  };
}

/**
 * Type of the value of an expression; 0 when it never has one (it returns or breaks, or its type is not inferred
 * yet). `used` says whether something depends on the value.
 */
export function typeOf(expression: Expression, typing: Typing, used: boolean): StaticType {
  switch (expression.kind) {
    case 'literal':
      return literalType(expression);
    case 'variable':
      return checkVariable(expression.name, expression, typing);
    case 'call':
      return checkCall(expression, typing);
    case 'if': {
      typeOf(expression.test, typing, true);
      return typeOfActions(expression.then, typing, used) | typeOfActions(expression.else, typing, used);
    }
    case 'while':
    case 'loop-for-count':
      return checkLoop(expression, typing);
    case 'progn':
      return typeOfActions(expression.body, typing, used);
    case 'foreach':
      return checkForeach(expression, typing, used);
    case 'switch':
      return checkSwitch(expression, typing, used);
    case 'bind':
      return checkBind(expression, typing);
    case 'return': {
      const type = typeOf(expression.value, typing, true);
      if (typing.locals) typing.locals.returned |= type;
      return 0;
    }
    case 'break':
      return 0;
    case 'fact-query':
      return checkFactQuery(expression, typing, used);
    case 'fact-slot':
      return checkFactSlot(expression, typing);
  }
}

/** Type of the last action; an empty list of actions is FALSE. */
export function typeOfActions(actions: readonly Expression[], typing: Typing, used: boolean): StaticType {
  let type: StaticType = BOOLEAN;
  actions.forEach((action, i) => (type = typeOf(action, typing, used && i === actions.length - 1)));
  return type;
}

export function literalType({ value }: LiteralExpression): StaticType {
  if (value.type === 'SYMBOL' && (value.value === 'TRUE' || value.value === 'FALSE')) return BOOLEAN;
  return slotType(value.type);
}

function checkVariable(name: string, expression: Expression, typing: Typing): StaticType {
  if (typing.facts.has(name)) return FACT;
  const type = variableType(typing, name);
  if (type !== null) return type;
  const names = [...typing.names.variables, ...typing.loops.keys(), ...typing.facts.keys()];
  typing.report?.add('clips-unbound-variable', expression.at, { name }, suggestVariable(name, names));
  return ANY;
}

function suggestVariable(name: string, names: readonly string[]): string | null {
  const closest = closestName(name, names);
  return closest === null ? null : '?' + closest;
}

/** The value bound; several values make a multifield, none unbinds and answers FALSE. */
function checkBind(expression: BindExpression, typing: Typing): StaticType {
  const types = expression.values.map((value) => typeOf(value, typing, true));
  const [only = BOOLEAN] = types;
  const type = types.length > 1 ? MULTIFIELD : only;
  const loop =
    typing.loops.get(expression.name)?.form ?? (typing.facts.has(expression.name) ? 'query' : null);
  if (loop !== null) {
    typing.report?.add('clips-rebound-variable', expression.at, { name: expression.name, form: loop });
  } else if (typing.inQueryTest) typing.report?.add('clips-bind-in-query', expression.at);
  else if (typing.locals === null) typing.report?.add('clips-bind-outside-function', expression.at);
  else if (types.length > 0) {
    typing.locals.types.set(expression.name, (typing.locals.types.get(expression.name) ?? 0) | type);
  }
  return type;
}
