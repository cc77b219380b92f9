import type { Literal, Slot } from '../../ruleset.ts';
import { code, comment, joined, lines, literal, nothing, types, type Code } from '../../write/code.ts';
import { slotTypeCode, type Context, type TemplateNames } from './context.ts';
import type { Declaration } from './declaration.ts';
import { countNew, emitCounting } from './emit-counters.ts';

/** More allowed values than this are looked up in a set, fewer compared one by one. */
const COMPARED_VALUES = 8;

/** The value of a slot that an assert leaves out: declared, else derived from the constraints as CLIPS does. */
export function defaultOf(slot: Slot): Literal {
  if (slot.default !== null) return slot.default;
  const [first] = slot.allowed ?? [];
  switch (slot.type) {
    case 'STRING':
      return { type: 'STRING', value: first ?? '' };
    case 'SYMBOL':
      return { type: 'SYMBOL', value: first ?? 'nil' };
    case 'INTEGER':
      return { type: 'INTEGER', value: first === undefined ? 0 : integerOf(first) };
    case 'FLOAT':
      return { type: 'FLOAT', value: Number(first ?? 0) };
  }
}

function integerOf(text: string): number | bigint {
  const small = Number(text);
  return Number.isSafeInteger(small) ? small : BigInt(text);
}

/** Allowed values of a slot in the representation of its type. */
export function allowedLiterals(slot: Slot): readonly Code[] | null {
  if (slot.allowed === null) return null;
  return slot.allowed.map((text) => {
    if (slot.type === 'INTEGER') return literal(integerOf(text));
    return literal(slot.type === 'FLOAT' ? Number(text) : text);
  });
}

/** The set of a slot's allowed values as a module constant, or null. */
export function allowedSet(context: Context, names: TemplateNames, slot: Slot): Code | null {
  const values = allowedLiterals(slot);
  if (values === null) return null;
  const type = slotTypeCode(context, slot.type);
  return context.constant(
    `${names.template.name}-${slot.name}-values`,
    code`new Set${types`<${type}>`}([${joined(values, ', ')}])`,
  );
}

function refusal(context: Context, names: TemplateNames, slot: Slot, value: Code): Code {
  const values = allowedLiterals(slot);
  if (values === null) return code``;
  const test =
    values.length <= COMPARED_VALUES
      ? joined(
          values.map((allowed) => code`${value} !== ${allowed}`),
          ' && ',
        )
      : code`!${allowedSet(context, names, slot)}.has(${value})`;
  const list = context.constant(
    `${names.template.name}-${slot.name}-allowed`,
    code`[${joined(
      slot.allowed!.map((text) => literal(text)),
      ', ',
    )}]`,
  );
  return code`if (${test}) throw ${context.value('notAllowed')}(${literal(slot.name)}, ${value}, ${list});`;
}

/** The checked value of one slot: the common case inline, everything else (coercion, refusal) in the runtime. */
function checked(context: Context, slot: Slot, raw: Code): Code {
  const name = literal(slot.name);
  switch (slot.type) {
    case 'STRING':
      return code`typeof ${raw} === 'string' ? ${raw} : ${context.value('readString')}(${name}, ${raw})`;
    case 'SYMBOL':
      return code`typeof ${raw} === 'string' ? ${raw} : ${context.value('readSymbol')}(${name}, ${raw})`;
    case 'INTEGER': // adding 0 turns -0 into 0
      return code`Number.isSafeInteger(${raw}) ? (${raw}${types` as number`}) + 0 : ${context.value('readInteger')}(${name}, ${raw})`;
    case 'FLOAT':
      return code`Number.isFinite(${raw}) ? (${raw}${types` as number`}) : ${context.value('readFloat')}(${name}, ${raw})`;
  }
}

function readBody(context: Context, names: TemplateNames): Code {
  const { template } = names;
  // Locals are named at module level: a slot's own name could hide a function that the body calls.
  const raw = new Map(
    template.slots.map((slot) => [slot, context.names.fresh([slot.name, 'input'], 'camel')]),
  );
  const local = (slot: Slot): Code => raw.get(slot)!;
  const value = new Map(
    template.slots.map((slot) => [slot, context.names.fresh([slot.name, 'value'], 'camel')]),
  );
  const slotList = context.constant(
    `${template.name}-slots`,
    code`[${joined(
      template.slots.map((slot) => literal(slot.name)),
      ', ',
    )}]`,
  );
  const required = template.slots.filter((slot) => slot.required && slot.default === null);
  const missing = required.map((slot) => code`${local(slot)} === undefined`);
  const missingNames = required.map(
    (slot) => code`${local(slot)} === undefined ? ${literal(slot.name)} : ''`,
  );
  const cases = template.slots.map(
    (slot) => code`case ${literal(slot.name)}:
${local(slot)} = data[slot];
break;`,
  );
  const unknown = code`throw ${context.value('unknownSlots')}(${literal(template.name)}, ${slotList}, data);`;
  return lines([
    ...template.slots.map((slot) => code`let ${local(slot)}${types`: unknown`};`),
    template.slots.length === 0
      ? code`for (const slot in data) if (slot !== '') ${unknown}`
      : code`for (const slot in data) {
switch (slot) {
${lines(cases)}
default:
${unknown}
}
}`,
    ...template.slots
      .filter((slot) => slot.default !== null || !slot.required)
      .map(
        (slot) => code`if (${local(slot)} === undefined) ${local(slot)} = ${literal(defaultOf(slot).value)};`,
      ),
    ...(required.length === 0
      ? []
      : [
          code`if (${joined(missing, ' || ')}) {
throw ${context.value('missingSlots')}(${literal(template.name)}, [${joined(missingNames, ', ')}]);
}`,
        ]),
    ...template.slots.flatMap((slot) => [
      code`const ${value.get(slot)!} = ${checked(context, slot, local(slot))};`,
      ...(slot.allowed === null ? [] : [refusal(context, names, slot, value.get(slot)!)]),
    ]),
    code`return new ${names.type}(${joined(
      template.slots.map((slot) => value.get(slot)!),
      ', ',
    )});`,
  ]);
}

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

function sameBody(context: Context, names: TemplateNames): Code {
  const tests = names.template.slots.map((slot) => {
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
    literal(0),
  );
  return code`return ${hash};`;
}

function operationsOf(context: Context, names: TemplateNames): Declaration {
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
read: ${names.read},
assert: ${names.assert},
copy: (${unused}) => new ${names.type}(${joined(fields, ', ')}),
write: (${unused}) => ({ ${joined(written, ', ')} }),
}`,
  };
}

/** Everything of one template but its matching: class, validation chain, equality, assert. */
export function emitTemplate(context: Context, names: TemplateNames, matched: boolean): Declaration[] {
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
    operationsOf(context, names),
    ...emitCounting(context, names),
  ];
}
