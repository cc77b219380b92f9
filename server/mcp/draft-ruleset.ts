/** A first ruleset for the tools of a server: a slot for every argument, a rule for what says that it only reads. */
import { stringify } from 'yaml';
import { isRecord } from './is-record.ts';
import { hintsOf, type Tool } from './tool.ts';

/** As the protocol allows names; what has another one is left out, so that nothing of a name is syntax. */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const ARGUMENT_NAME = /^[A-Za-z](?!.*__)[A-Za-z0-9_]{0,63}$/;

type SlotType = 'string' | 'integer' | 'float' | 'boolean';

interface Slot {
  readonly name: string;
  readonly type: SlotType;
  readonly list?: true;
}

const MOST_SHOWN = 80;

/** A name of the server's as ASCII on one line: it stands in a comment, and on a terminal. */
function shown(name: string): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(name.slice(0, MOST_SHOWN)).replaceAll(/[^ -~]/g, escape);
}

export interface Draft {
  /** YAML that compiles. */
  readonly text: string;
  /** What the text leaves out, each a sentence for a person. */
  readonly leftOut: readonly string[];
}

export function draftRuleset(name: string, tools: readonly Tool[]): Draft {
  const leftOut: string[] = [];
  const known = tools.filter((tool) => {
    const isName = TOOL_NAME.test(tool.name);
    if (!isName) leftOut.push(`the tool ${shown(tool.name)}: the protocol allows no such name`);
    return isName;
  });
  const slots = argumentSlots(known, leftOut);
  const reading = known.filter((tool) => hintsOf(tool)['readOnlyHint'] === true).map((tool) => tool.name);
  const others = known.map((tool) => tool.name).filter((tool) => !reading.includes(tool));
  const ruleset = {
    ruleset: name,
    templates: [
      {
        name: 'call',
        slots: [
          { name: 'agent', type: 'string', required: true },
          { name: 'tool', type: 'string', required: true },
          { name: 'listing', type: 'boolean', default: false },
          ...slots.map(({ name: slot, type, list }) => ({
            name: `arg_${slot}`,
            type,
            ...(list === true ? { list } : {}),
          })),
        ],
      },
    ],
    input: [
      {
        template: 'call',
        slots: {
          agent: '$.agent',
          tool: '$.tool.name',
          listing: '$.tool.annotations.listing',
          ...Object.fromEntries(slots.map((slot) => [`arg_${slot.name}`, `$.call.args.${slot.name}`])),
        },
      },
    ],
    rules: [
      ...rulesFor('reads', reading, { action: 'allow', reason: '{call.tool} says that it only reads' }),
      ...rulesFor('others', others, { action: 'escalate', reason: '{call.tool} needs a person' }),
    ],
  };
  const head = [
    `Drafted from the tools of a server. What only reads is the server's own word: look at every name in 'reads'.`,
    `Slots arg_… are arguments; what a call leaves out has the value of an empty slot.`,
    ...leftOut.map((line) => `Left out: ${line}.`),
  ];
  return { text: `${head.map((line) => `# ${line}\n`).join('')}${stringify(ruleset)}`, leftOut };
}

function rulesFor(name: string, tools: readonly string[], then: object): readonly object[] {
  if (tools.length === 0) return [];
  const expression = `in([${tools.map((tool) => JSON.stringify(tool)).join(', ')}])`;
  return [
    { name, when: [{ template: 'call', alias: '$call', conditions: [{ slot: 'tool', expression }] }], then },
  ];
}

/** One slot for all arguments of a name. Types that no slot can hold both are left out. */
function argumentSlots(tools: readonly Tool[], leftOut: string[]): readonly Slot[] {
  const slots = new Map<string, Slot | null>();
  for (const tool of tools) {
    const schema = tool['inputSchema'];
    const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
    for (const [name, property] of Object.entries(properties)) {
      const slot = ARGUMENT_NAME.test(name) ? slotOf(name, property) : null;
      const before = slots.get(name);
      slots.set(name, before === undefined ? slot : joined(before, slot));
    }
  }
  for (const [name, slot] of slots) {
    if (slot === null) leftOut.push(`the argument ${shown(name)}: no slot can hold all that it may be`);
  }
  return [...slots.values()].filter((slot) => slot !== null);
}

function slotOf(name: string, property: unknown): Slot | null {
  if (!isRecord(property)) return null;
  if (property['type'] === 'array') {
    const items = isRecord(property['items']) ? typeOf(property['items']['type']) : null;
    return items === null ? null : { name, type: items, list: true };
  }
  const type = typeOf(property['type']);
  return type === null ? null : { name, type };
}

function typeOf(type: unknown): SlotType | null {
  if (type === 'string' || type === 'integer' || type === 'boolean') return type;
  return type === 'number' ? 'float' : null;
}

function joined(a: Slot | null, b: Slot | null): Slot | null {
  if (a === null || b === null || a.list !== b.list) return null;
  if (a.type === b.type) return a;
  const isNumber = [a.type, b.type].every((type) => type === 'integer' || type === 'float');
  return { ...a, type: isNumber ? 'float' : 'string' };
}
