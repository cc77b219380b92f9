/** Everything of one template but its matching: class, equality, assert. */
import type { SlotType } from '../../ruleset.ts';
import { code, comment, joined, lines, literal, nothing, types, type Code } from '../../write/code.ts';
import { slotTypeCode, type Context, type TemplateNames } from './context.ts';
import type { Declaration } from './declaration.ts';
import { countNew, emitCounting } from './emit-counters.ts';
import { readBody } from './emit-validation.ts';

function classOf(context: Context, names: TemplateNames): Declaration {
  const { template, type, slots } = names;
  const fields = template.slots.map((slot) => ({
    name: slots.get(slot.name)!,
    type: slotTypeCode(context, slot.type),
  }));
  return {
    kind: 'class',
    name: type,
    extends: context.value('Fact'),
    exported: false,
    comment: comment(`template ${template.name}, ${context.position(template.at)}`),
    properties: fields.map(({ name, type: fieldType }) => ({
      name,
      type: fieldType,
      value: null,
      override: false,
      comment: null,
    })),
    constructor_: {
      parameters: fields,
      base: nothing,
      body: lines(fields.map(({ name }) => code`this.${name} = ${name};`)),
    },
    getters: [
      { name: code`template`, returns: code`string`, body: code`return ${literal(template.name)};` },
      {
        name: code`operations`,
        returns: context.type('TemplateOperations'),
        body: code`return ${names.operations}${types` as ${context.type('TemplateOperations')}`};`,
      },
    ],
    methods: [],
  };
}

/** Numbers are compared before texts of equal length, and symbols, which are mostly one object each, before strings. */
const CHEAPEST_FIRST: readonly SlotType[] = ['INTEGER', 'FLOAT', 'SYMBOL', 'STRING'];

function sameBody(context: Context, names: TemplateNames): Code {
  const slots = names.template.slots.toSorted(
    (a, b) => CHEAPEST_FIRST.indexOf(a.type) - CHEAPEST_FIRST.indexOf(b.type),
  );
  const tests = slots.map((slot) => {
    const name = names.slots.get(slot.name)!;
    if (slot.type === 'FLOAT') return code`${context.value('sameFloat')}(f.${name}, other.${name})`;
    return code`f.${name} === other.${name}`;
  });
  return tests.length === 0
    ? code`return f.template === other.template;`
    : code`return ${joined(tests, ' && ')};`;
}

/** Equal facts have equal hashes. */
function hashBody(context: Context, names: TemplateNames): Code {
  const mix = { INTEGER: 'mixInteger', FLOAT: 'mixFloat', STRING: 'mixText', SYMBOL: 'mixText' } as const;
  const hash = names.template.slots.reduce(
    (before, slot) => code`${context.value(mix[slot.type])}(${before}, f.${names.slots.get(slot.name)!})`,
    context.value('HASH_SEED'),
  );
  return code`return ${hash};`;
}

function operationsOf(context: Context, names: TemplateNames, flag: number): Declaration {
  const { template } = names;
  const fields = template.slots.map((slot) => code`f.${names.slots.get(slot.name)!}`);
  const written = template.slots.map((slot, i) => code`${literal(slot.name)}: ${fields[i]!}`);
  const slots = template.slots.map((slot) => {
    const allowed =
      slot.allowed === null
        ? code`null`
        : code`[${joined(
            slot.allowed.map((v) => literal(v)),
            ', ',
          )}]`;
    return code`{ name: ${literal(slot.name)}, type: ${literal(slot.type)}, required: ${literal(slot.required)}, default: ${literal(slot.default?.value ?? null)}, allowedValues: ${allowed} },`;
  });
  const unused = fields.length === 0 ? code`_f` : code`f`;
  return {
    kind: 'constant',
    name: names.operations,
    type: code`${context.type('TemplateOperations')}<RulesetMatcher, ${names.type}>`,
    exported: false,
    comment: null,
    value: code`{
info: {
name: ${literal(template.name)},
description: ${literal(template.description)},
scope: ${literal(template.scope)},
slots: [
${lines(slots)}
],
},
flag: ${literal(flag)},
read: ${names.read},
assert: ${names.assert},
bring: (m, data) => void ${names.assert}(m, ${names.read}(data)),
copy: (${unused}) => new ${names.type}(${joined(fields, ', ')}),
write: (${unused}) => ({ ${joined(written, ', ')} }),
}`,
  };
}

/**
 * Everything of one template but its matching: class, validation chain, equality, assert.
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
  const { template } = names;
  const unused = template.slots.length === 0 ? code`_f` : code`f`;
  return [
    { kind: 'section', comment: comment(`--- template ${template.name}`) },
    classOf(context, names),
    {
      kind: 'function',
      name: names.read,
      parameters: [{ name: code`data`, type: code`Readonly<Record<string, unknown>>` }],
      returns: names.type,
      body: readBody(context, names),
      comment: comment(
        'The validation chain: unknown slots, defaults, required, coercion, types, allowed values.',
      ),
    },
    {
      kind: 'function',
      name: names.same,
      parameters: [
        { name: code`f`, type: names.type },
        { name: code`other`, type: names.type },
      ],
      returns: code`boolean`,
      body: sameBody(context, names),
      comment: null,
    },
    {
      kind: 'function',
      name: names.hash,
      parameters: [{ name: unused, type: names.type }],
      returns: code`number`,
      body: hashBody(context, names),
      comment: null,
    },
    {
      kind: 'function',
      name: names.assert,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: code`f`, type: names.type },
      ],
      returns: code`boolean`,
      body: lines([
        // The few facts of a small request are compared here, where their class is known.
        code`const facts = m.${names.facts};
if (facts.small) {
for (let i = 0; i < facts.count; i++) {
const other = facts.items[i]${types`!`};
if (${names.same}(f, other) && !other.gone) return false;
}
} else if (facts.equal(f) !== null) return false;
f.index = m.admit();
facts.add(f, m.log);`,
        ...countNew(context, names),
        ...(matched ? [code`${names.match}(m, f);`] : []),
        code`return true;`,
      ]),
      comment: null,
    },
    operationsOf(context, names, flag),
    ...emitCounting(context, names),
  ];
}
