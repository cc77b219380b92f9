/** The rows of relations in generated code: the class of a relation's rows, their text, and who enters them. */
import type { RelationPlan } from '../../../plan/match-plan.ts';
import type { Literal, Relation } from '../../../ruleset.ts';
import { code, joined, lines, literal, types, type Code } from '../code/code.ts';
import type { Context, TemplateNames } from '../context.ts';
import { classOf } from '../facts/emit-template.ts';
import type { Declaration } from '../print/declaration.ts';
import type { NetworkContext } from './network-context.ts';

/** A cell in JSON. An INTEGER beyond the safe ones is text, and a FLOAT keeps its sign of zero. */
function cellText({ value }: Literal): string {
  if (typeof value === 'bigint') return JSON.stringify(value.toString());
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}

/** The rows, column after column: a text is parsed in a fraction of the time that as many literals take. */
function columnsText({ rows, template }: Relation): string {
  const columns = template.slots.map((_, i) => rows.map((row) => cellText(row[i]!)).join(','));
  return `[${columns.map((column) => `[${column}]`).join(',')}]`;
}

/** The class of a relation's rows, and the rows. */
export function emitRows(context: Context, names: TemplateNames, relation: Relation): Declaration[] {
  const { template, type, operations } = names;
  const slots = template.slots.map(
    (slot) =>
      code`${context.value('slotInfo')}(${literal(slot.name)}, ${literal(slot.type)}, { required: true }),`,
  );
  const values = template.slots.map((slot) => code`f.${names.slots.get(slot.name)!}`);
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
values: (f) => [${joined(values, ', ')}],
}, ${literal(columnsText(relation))})`,
    },
  ];
}

function entering(context: NetworkContext, plans: readonly RelationPlan[], method: Code): Code {
  return lines(
    plans.map(({ relation }) => {
      const { operations, match } = context.context.templates.get(relation.template.name)!;
      return code`${operations}.${method}(m, ${match});`;
    }),
  );
}

/** The statements that enter all rows into a matcher with a history, where nothing is shared. */
export function enterAll(context: NetworkContext): Code {
  return entering(
    context,
    context.plan.relations.filter(({ matched }) => matched),
    code`enter`,
  );
}

/** The statements that enter the rows into a new matcher. */
export function enterRelations(context: NetworkContext): Code[] {
  const matched = context.plan.relations.filter(({ matched: isMatched }) => isMatched);
  const shared = matched.filter((plan) => plan.shared);
  const own = matched.filter((plan) => !plan.shared);
  const statements = own.length === 0 ? [] : [entering(context, own, code`enter`)];
  if (shared.length === 0) return statements;
  const once = context.context.names.fresh(['relations', 'entered'], 'camel');
  context.declared.push({
    kind: 'constant',
    name: once,
    type: null,
    value: code`new ${context.context.value('Once')}()`,
    exported: false,
    comment: null,
  });
  return [
    code`${once}.do(m, () => {\n${entering(context, shared, code`enterShared`)}\n});`,
    ...statements,
  ];
}

/** A memory that all matchers share, as a constant of the module. */
export function shareMemory(context: NetworkContext, property: string, value: Code): Code {
  const name = context.context.names.fresh(['shared', property], 'camel');
  context.declared.push({ kind: 'constant', name, type: null, value, exported: false, comment: null });
  return name;
}

/** The rows of all relations by their hidden templates, for explanations. */
export function rowsByTemplate({ plan, templates }: Context): Code {
  const entries = plan.relations.map(({ relation: { template } }) => {
    const { operations } = templates.get(template.name)!;
    return code`[${literal(template.name)}, ${operations}],`;
  });
  return code`new Map([\n${lines(entries)}\n])`;
}
