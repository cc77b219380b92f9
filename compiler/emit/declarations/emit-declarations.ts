/** The types of a ruleset for those who call it: its facts, its decisions, the names of its rules. */
import type { Rule, Ruleset, Slot, Template } from '../../ruleset.ts';
import type { SlotType } from '../../values.ts';
import { code, comment, joined, lines, literal, type Code } from '../typescript/code/code.ts';
import { documentParts } from '../../document-parts.ts';
import { documentType } from './document-type.ts';
import { createNameSpace } from '../typescript/names.ts';

/** Values that a caller may send for a slot of this type: other scalars are coerced to strings, but only strings are typed. */
const SCALARS: Readonly<Record<SlotType, Code>> = {
  STRING: code`string`,
  SYMBOL: code`string`,
  INTEGER: code`number | bigint`,
  FLOAT: code`number`,
  BOOLEAN: code`boolean`,
  TIME: code`string | number`,
};

function union(members: readonly Code[]): Code {
  return members.length === 0 ? code`never` : joined(members, ' | ');
}

/** Allowed values are compared by their text, so only those of texts are closed sets for a type. */
function itemType({ type, allowed }: Slot): Code {
  if (allowed === null || (type !== 'STRING' && type !== 'SYMBOL')) return SCALARS[type];
  return union(allowed.map((value) => literal(value)));
}

function slotType(slot: Slot): Code {
  return slot.list ? code`readonly (${itemType(slot)})[]` : itemType(slot);
}

function property(slot: Slot): Code {
  const optional = slot.required && slot.default === null ? code`` : code`?`;
  return code`readonly ${literal(slot.name)}${optional}: ${slotType(slot)};`;
}

/** An alias and no interface: only aliases are assignable to records. */
function templateType(name: Code, template: Template): Code {
  return code`${comment(`Slots of the template ${template.name}; those with a default may be left out.`)}
export type ${name} = {
${lines(template.slots.map(property))}
};`;
}

function metadataKeys(rules: readonly Rule[]): Code {
  const keys = new Set(rules.flatMap(({ then }) => then.metadata.map(([key]) => key)));
  return union([...keys].map((key) => literal(key)));
}

function actions({ rules }: Ruleset): Code {
  const given = new Set(rules.flatMap(({ then }) => (then.action === null ? [] : [then.action])));
  return union([...given].map((action) => literal(action)));
}

/**
 * Declarations for a ruleset: one interface for each template, `Facts` as a discriminated union, `Document` if it takes
 * documents, `RuleName`, `Decision`
 * and `Metadata` with what its rules can answer. Names come from the one table of generated names, all else is a literal.
 */
export function emitDeclarations(ruleset: Ruleset): string {
  const names = createNameSpace([
    ...['Facts', 'HostFacts', 'Document', 'RuleName', 'Action', 'Metadata', 'Decision'],
  ]);
  const parts = documentParts(ruleset);
  const templates = ruleset.templates
    .filter(({ name }) => !parts.has(name))
    .map((template) => ({ template, name: names.fresh([template.name], 'pascal') }));
  const factsFrom = (from: Template['from']): readonly Code[] =>
    templates.flatMap(({ template, name }) =>
      template.from === from
        ? [code`{ readonly template: ${literal(template.name)}; readonly data: ${name} }`]
        : [],
    );
  const rules = ruleset.rules.map((rule) => literal(`${rule.module}::${rule.name}`));
  return lines([
    comment(`Types of the ruleset ${ruleset.name}, written by ferrule.`),
    ...templates.map(({ template, name }) => templateType(name, template)),
    comment('A fact of any template that is open to callers, as an engine takes it.'),
    code`export type Facts = ${union(factsFrom('caller'))};`,
    comment('A fact that only the host brings.'),
    code`export type HostFacts = ${union(factsFrom('host'))};`,
    ...(parts.size === 0
      ? []
      : [
          comment(
            'The document that an evaluation takes as `input`. Members that no rule names may be anything.',
          ),
          code`export type Document = ${documentType(parts, slotType)};`,
        ]),
    comment('Names of the rules as traces have them.'),
    code`export type RuleName = ${union([...new Map(rules.map((rule) => [rule.text, rule])).values()])};`,
    comment('Actions of the rules; the default decision may be another one.'),
    code`export type Action = ${actions(ruleset)};`,
    comment('Keys that the metadata of a decision may have.'),
    code`export type Metadata = { readonly [Key in ${metadataKeys(ruleset.rules)}]?: string };`,
    comment('Result of an evaluation of this ruleset.'),
    code`export interface Decision {
readonly decision: Action | 'deny' | null;
readonly reason: string | null;
readonly ruleTrace: readonly RuleName[];
readonly moduleTrace: readonly string[];
readonly durationUs: number;
readonly metadata: Metadata;
readonly attestationToken: string | null;
}`,
    nothingElse,
  ]).text;
}

/** A file without imports is a module only when it exports something at its top level. */
const nothingElse = code`export {};
`;
