/** The rows of relations in generated code: the class of a relation's rows, their text, and who enters them. */
import type { RelationPlan } from '../../../plan/match-plan.ts';
import { columnsText, type Relation } from '../../../relation.ts';
import { code, joined, lines, literal, types, type Code } from '../code/code.ts';
import type { Context, TemplateNames } from '../context.ts';
import { classOf } from '../facts/emit-template.ts';
import { valuesCode } from '../facts/slot-code.ts';
import type { Declaration } from '../code/declaration.ts';
import type { NetworkContext } from './network-context.ts';
import { entryOf } from '../../../required.ts';

/** The class of a relation's rows, and the rows. */
export function emitRows(context: Context, names: TemplateNames, relation: Relation): Declaration[] {
  const { template, type, operations } = names;
  const slots = template.slots.map(
    (slot) =>
      code`${context.value('slotInfo')}(${literal(slot.name)}, ${literal(slot.type)}, { required: true }),`,
  );
  const cells = template.slots.map((_, i) => code`c[${literal(i)}]${types`!`}[r]${types`!`}`);
  return [
    classOf(context, names),
    {
      kind: 'constant',
      name: operations,
      type: null,
      exported: false,
      comment: null,
      value: code`new ${context.value('RelationRows')}${types`<${type}>`}(${type}, {
name: ${literal(template.name)},
slots: [
${lines(slots)}
],
${valuesCode(context, names)}
make: (c, r) => new ${type}(${joined(cells, ', ')}),
}, ${literal(columnsText(relation))})`,
    },
  ];
}

function entering(context: NetworkContext, plans: readonly RelationPlan[], method: Code): Code {
  return lines(
    plans.map(({ relation }) => {
      const { operations, match } = entryOf(context.templates, relation.template.name);
      return code`${operations}.${method}(m, ${match});`;
    }),
  );
}

/** The statements that enter all rows into a matcher with a history, where nothing is shared. */
export function enterAll(context: NetworkContext): Code[] {
  const matched = context.plan.relations.filter((plan) => plan.matched);
  return matched.length === 0 ? [] : [entering(context, matched, code`enter`)];
}

/** The statements that enter the rows into a new matcher. */
export function enterRelations(context: NetworkContext): Code[] {
  const matched = context.plan.relations.filter(({ matched: isMatched }) => isMatched);
  const shared = matched.filter((plan) => plan.shared);
  const own = matched.filter((plan) => !plan.shared);
  const statements = own.length === 0 ? [] : [entering(context, own, code`enter`)];
  if (shared.length === 0) return statements;
  const once = context.names.fresh(['relations', 'entered'], 'camel');
  context.declared.push({
    kind: 'constant',
    name: once,
    type: null,
    value: code`new ${context.value('Once')}()`,
    exported: false,
    comment: null,
  });
  return [code`${once}.do(m, () => {\n${entering(context, shared, code`enterShared`)}\n});`, ...statements];
}

/** A memory that all matchers share, as a constant of the module. */
export function shareMemory(context: NetworkContext, property: string, value: Code): Code {
  const name = context.names.fresh(['shared', property], 'camel');
  context.declared.push({ kind: 'constant', name, type: null, value, exported: false, comment: null });
  return name;
}

/** The rows of all relations by their hidden templates, for explanations. */
export function rowsByTemplate({ plan, templates }: Context): Code {
  const entries = plan.relations.map(({ relation: { template } }) => {
    const { operations } = entryOf(templates, template.name);
    return code`[${literal(template.name)}, ${operations}],`;
  });
  return code`new Map([\n${lines(entries)}\n])`;
}
