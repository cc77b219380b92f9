import { patternsOf } from '../../../left-side.ts';
import { askedAggregates, askedExpressions } from '../../../plan/conditions.ts';
import { FACT, type StaticType } from '../../../language/static-type.ts';
import { fieldStaticType } from '../../../language/expression/typing.ts';
import type { Rule } from '../../../ruleset.ts';
import { required } from '../../../required.ts';
import { code, joined, literal } from '../code/code.ts';
import { slotOf, type Context } from '../context.ts';
import type { EmitScope } from '../expression/emit-scope.ts';
import { emitCondition, emitExpression } from '../expression/expression.ts';
import { rowsByTemplate } from '../network/emit-relations.ts';
import { scopeWith } from '../expression/module-scope.ts';
import type { Declaration } from '../code/declaration.ts';

/** The types of the variables of a rule. INVARIANT: every place that binds a variable binds one type. */
function variableTypes(context: Context, rule: Rule): ReadonlyMap<string, StaticType> {
  const types = new Map<string, StaticType>();
  for (const { template, address, fields } of patternsOf(rule.when)) {
    if (address !== null) types.set(address, FACT);
    for (const field of fields) {
      const [lead] = field.constraints;
      if (lead?.kind === 'variable' && !lead.negated && !types.has(lead.name))
        types.set(lead.name, fieldStaticType(slotOf(context, template, field.slot).slot, field));
    }
  }
  return types;
}

/**
 * Parts of a ruleset that explanations need beyond its matcher, exported as `explained_conditions`: each expression of a left side as a
 * function of the matcher and the values of variables by name, each aggregate in them in the same way, and the reader of a fact's slot. The matcher itself is
 * the one that decides elsewhere.
 */
export function emitExplained(context: Context): readonly Declaration[] {
  const { ruleset, templates } = context;
  const types = new Map(ruleset.rules.map((rule) => [rule, variableTypes(context, rule)]));
  const scopeOf = (rule: Rule): EmitScope => {
    const known = types.get(rule);
    return scopeWith(context, (name) => ({
      code: code`v.get(${literal(name)})`,
      type: required(known?.get(name), name),
      canFail: false,
    }));
  };
  const conditions = askedExpressions(ruleset).map(
    ({ rule, expression }) => code`(m, v) => ${emitCondition(expression, scopeOf(rule))},`,
  );
  const aggregates = askedAggregates(ruleset).map(
    ({ rule, call }) => code`(m, v) => ${emitExpression(call, scopeOf(rule)).code},`,
  );
  const readers = [...templates.values()].map(({ template, slots }) => {
    const own = [...slots].map(([slot, name]) => code`[${literal(slot)}, (f) => f.${name}]`);
    return code`[${literal(template.name)}, new Map([${joined(own, ', ')}])],`;
  });
  return [
    {
      kind: 'constant',
      // Generated names are made of letters and digits: this one is never taken.
      name: code`explained_conditions`,
      type: null,
      exported: true,
      comment: null,
      value: code`{
conditions: [
${conditions}
],
aggregates: [
${aggregates}
],
slots: new Map([
${readers}
]),
rows: ${rowsByTemplate(context)},
}`,
    },
  ];
}
