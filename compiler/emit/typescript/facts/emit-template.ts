/** Everything of one template but its matching: class, validation chain, equality, assert, description. */
import type { Slot, Template } from '../../../ruleset.ts';
import { code, comment, joined, lines, literal, nothing, types, type Code } from '../code/code.ts';
import { slotTypeCode, type Context, type TemplateNames } from '../context.ts';
import { aggregateNew, emitAggregating } from '../aggregates/emit-memories.ts';
import { countNew, emitCounting } from '../aggregates/emit-counters.ts';
import type { Declaration } from '../code/declaration.ts';
import { emitReader } from './emit-reader.ts';
import {
  allowedForms,
  cheapestFirst,
  defaultData,
  mixSlot,
  sameSlot,
  valuesCode,
  wantedCode,
} from './slot-code.ts';
import { entryOf } from '../../../required.ts';

/** First fields of every fact (see Fact in runtime/values/values.ts). */
const NEW_FACT = code`this.index = 0; this.gone = false; this.assertedAt = 0; this.matches = null; this.sets0 = 0; this.sets1 = 0;`;

/** The class of a template's facts, or of a relation's rows. */
export function classOf(context: Context, { template, type, slots }: TemplateNames): Declaration {
  const fields = template.slots.map((slot) => ({
    name: entryOf(slots, slot.name),
    type: slotTypeCode(context, slot),
  }));
  return {
    kind: 'class',
    name: type,
    extends: context.type('Fact'),
    exported: false,
    comment: comment(`--- template ${template.name}, ${context.position(template.at)}`),
    properties: [],
    constructor_: { parameters: fields, fields: true, base: nothing, body: NEW_FACT },
    getters: [],
    methods: [],
  };
}

const constant = (name: Code, type: Code | null, value: Code): Declaration => ({
  kind: 'constant',
  name,
  type,
  value,
  exported: false,
  comment: null,
});

/** Equality of two facts, and a hash that is the same for equal facts. */
function comparison(context: Context, { template, slots, type, same, hash }: TemplateNames): Declaration[] {
  const tests = cheapestFirst(template.slots).map((slot) => {
    const name = entryOf(slots, slot.name);
    return sameSlot(context, slot, code`f.${name}`, code`other.${name}`);
  });
  const mixed = template.slots.reduce(
    (before, slot) => mixSlot(context, slot, before, code`f.${entryOf(slots, slot.name)}`),
    context.value('HASH_SEED'),
  );
  const isEmpty = tests.length === 0;
  const one = isEmpty ? code`_f` : code`f`;
  const two = isEmpty ? code`_other` : code`other`;
  const fact = types`: ${type}`;
  const answer = isEmpty ? literal(true) : joined(tests, ' && ');
  return [
    constant(same, null, code`(${one}${fact}, ${two}${fact})${types`: boolean`} => ${answer}`),
    constant(hash, null, code`(${one}${fact})${types`: number`} => ${mixed}`),
  ];
}

/** Differences from the common case: an optional single-value slot, any value allowed. */
function slotOptions(context: Context, slot: Slot): Code {
  const options = [
    ...(slot.required ? [code`required: true`] : []),
    ...(slot.list ? [code`list: true`] : []),
    ...(slot.maxItems === null ? [] : [code`maxItems: ${literal(slot.maxItems)}`]),
    ...(slot.default === null ? [] : [code`default: ${defaultData(slot)}`]),
    ...(slot.allowed === null ? [] : [code`allowedValues: ${allowedForms(context, slot)}`]),
  ];
  return options.length === 0 ? nothing : code`, { ${joined(options, ', ')} }`;
}

/** Allowed sender of the template's facts; nothing if any caller may send them. */
function guardCode(context: Context, { scope, from }: Template): Code {
  if (scope === 'fleet') return code`guard: ${context.value('fleetOnly')}, `;
  if (from === 'document') return code`guard: ${context.value('documentOnly')}, `;
  return from === 'host' ? code`guard: ${context.value('hostOnly')}, ` : nothing;
}

/** Sender of the facts, if not any caller may send them. */
function fromCode({ from }: Template): Code {
  if (from === 'caller') return code``;
  return from === 'host' ? code` from: 'host',` : code` from: 'document',`;
}

function operationsOf(context: Context, names: TemplateNames, flag: number): Declaration {
  const { template, type, read, assert } = names;
  const slots = template.slots.map((slot) => {
    return code`${context.value('slotInfo')}(${literal(slot.name)}, ${literal(slot.type)}${slotOptions(context, slot)}),`;
  });
  const generics = types`<RulesetMatcher, ${type}>`;
  return constant(
    names.operations,
    null,
    code`${context.value('defineTemplate')}${generics}(${type}, {
info: { name: ${literal(template.name)}, description: ${literal(template.description)}, scope: ${literal(template.scope)},${fromCode(template)}${template.atMost === undefined ? nothing : code` atMost: ${literal(template.atMost)},`} slots: [
${lines(slots)}
] },
${guardCode(context, template)}flag: ${literal(flag)}, read: ${read}, assert: ${assert},
bring: (m, data) => void ${assert}(m, ${read}(data)),
${valuesCode(context, names)}${wantedCode(context, template.slots)}
})`,
  );
}

/** The few facts of a small request are compared here, where their class is known. */
function emitAssert(context: Context, names: TemplateNames, matched: boolean): Declaration {
  return {
    kind: 'function',
    name: names.assert,
    parameters: [
      { name: code`m`, type: code`RulesetMatcher` },
      { name: code`f`, type: names.type },
    ],
    returns: code`boolean`,
    body: lines([
      code`const facts = m.${names.facts};
if (facts.small) { for (let i = 0, other; i < facts.count; i++) if (${names.same}(f, other = facts.items[i]${types`!`}) && !other.gone) return false; }
else if (facts.equal(f) !== null) return false;
f.index = m.admit(); facts.add(f, m.log);`,
      ...countNew(context, names),
      ...aggregateNew(context, names),
      ...(matched ? [code`${names.match}(m, f);`] : []),
      code`return true;`,
    ]),
    comment: null,
  };
}

/**
 * Everything of one template but its matching.
 *
 * @param matched whether some rule looks at its facts
 * @param flag among the templates whose facts can come
 */
export function emitTemplate(
  context: Context,
  names: TemplateNames,
  matched: boolean,
  flag: number,
): Declaration[] {
  return [
    classOf(context, names),
    emitReader(context, names),
    ...comparison(context, names),
    emitAssert(context, names, matched),
    operationsOf(context, names, flag),
    ...emitCounting(context, names),
    ...emitAggregating(context, names),
  ];
}
