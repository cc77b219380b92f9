/** The template, slot or allowed value that a problem misses, added where the ruleset declares its kind. */
import type { SlotSyntax, TemplateSyntax } from '../../../compiler/syntax.ts';
import type { Diagnostic } from '../../../compiler/diagnostics/report.ts';
import type { Document } from '../documents/document.ts';
import { namesOf } from '../names/collect.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import { editOf, problemsAfter, type Asked, type Change, type CodeAction } from './action.ts';
import { insertBehind, insertSection } from './insert.ts';

const TYPES = ['string', 'integer', 'boolean', 'symbol', 'time', 'float'] as const;
/** Slots of a new template that are looked for. */
const MOST_SLOTS = 10;

export function addMissing(asked: Asked): readonly CodeAction[] {
  const { ruleset, document, from, to, client } = asked;
  if (ruleset === null || document.kind !== 'ruleset') return [];
  const { analysis } = ruleset;
  const before = analysis.diagnostics.length;
  const near = analysis.diagnostics.filter(
    ({ at }) => analysis.byPath.get(at.file) === document && at.start <= to && from <= at.end,
  );
  const seen = new Set<string>();
  return near.flatMap((problem): readonly CodeAction[] => {
    const found = additionFor(problem, ruleset, asked);
    if (found === null || seen.has(found.title)) return [];
    seen.add(found.title);
    if (problemsAfter(asked, found.changes) >= before) return [];
    return [{ title: found.title, kind: 'quickfix', edit: editOf(found.changes, client) }];
  });
}

interface Addition {
  readonly title: string;
  readonly changes: readonly Change[];
}

function additionFor(
  { code, message, at }: Diagnostic,
  ruleset: RulesetOfDocument,
  asked: Asked,
): Addition | null {
  const [first = '', second = ''] = [...message.matchAll(/`([^`]*)`/g)].map(([, name]) => name);
  switch (code) {
    case 'unknown-slot':
      return addSlot(first, second, ruleset, asked);
    case 'unknown-template':
    case 'short-unknown-name':
      return addTemplate(first, ruleset, asked);
    case 'value-not-allowed': {
      const index = namesOf(ruleset).inDocument(asked.document);
      const slot = index.findLast((one) => one.sort === 'slot' && one.name === second && one.start <= at.end);
      const template = slot?.id.slice('slot:'.length, -second.length - 1) ?? '';
      return addAllowed(template, second, first, ruleset);
    }
    default:
      return null;
  }
}

/** The change with the type that leaves the fewest problems. */
function withBestType(asked: Asked, make: (type: string) => Change): Change {
  const [best] = TYPES.map((type) => {
    const change = make(type);
    return { change, problems: problemsAfter(asked, [change]) };
  }).sort((a, b) => a.problems - b.problems);
  return best?.change ?? make('string');
}

const templateOf = ({ analysis }: RulesetOfDocument, name: string): TemplateSyntax | undefined =>
  analysis.written.templates.find((one) => one.name.value === name);

/** True for a key of a map, false for `name:` of an item. */
const isKey = ({ text }: Document, end: number): boolean =>
  /^["']?!?["']?\s*:/.test(text.slice(end, end + 20));

function addSlot(template: string, slot: string, ruleset: RulesetOfDocument, asked: Asked): Addition | null {
  const found = templateOf(ruleset, template);
  const last = found?.slots.at(-1);
  const document = found && ruleset.analysis.byPath.get(found.name.at.file);
  if (last === undefined || document === undefined) return null;
  const short = isKey(document, last.name.at.end);
  const start = short ? last.name.at.start : last.at.start;
  const change = withBestType(asked, (type) =>
    insertBehind(
      document,
      { start, end: last.at.end },
      short ? `${slot}: ${type}` : `{ name: ${slot}, type: ${type} }`,
    ),
  );
  return { title: `Add the slot ${slot} to ${template}`, changes: [change] };
}

function addTemplate(name: string, ruleset: RulesetOfDocument, asked: Asked): Addition | null {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return null;
  const slots = [...slotsUsed(name, ruleset, asked.document)].slice(0, MOST_SLOTS);
  if (slots.length === 0) return null;
  const last = ruleset.analysis.written.templates.at(-1);
  const home = last && ruleset.analysis.byPath.get(last.name.at.file);
  const write = (types: readonly string[]): Change => {
    const short = home === undefined || last === undefined || isKey(home, last.name.at.end);
    const item = short
      ? `${name}: { ${slots.map((slot, i) => `${slot}: ${types[i]}`).join(', ')} }`
      : `{ name: ${name}, slots: [${slots.map((slot, i) => `{ name: ${slot}, type: ${types[i]} }`).join(', ')}] }`;
    if (home === undefined || last === undefined)
      return insertSection(asked.document, `templates:\n  ${item}`);
    const start = short ? last.name.at.start : last.at.start;
    return insertBehind(home, { start, end: last.at.end }, item);
  };
  const types = slots.map(() => 'string');
  slots.forEach((_, i) => {
    const tried = TYPES.map((type) => {
      const problems = problemsAfter(asked, [write(types.with(i, type))]);
      return { type, problems };
    }).sort((a, b) => a.problems - b.problems);
    types[i] = tried[0]?.type ?? 'string';
  });
  return { title: `Add the template ${name}`, changes: [write(types)] };
}

/** Slots that rules say an undeclared template has. */
function slotsUsed(name: string, ruleset: RulesetOfDocument, { text }: Document): ReadonlySet<string> {
  const begins = `slot:${name}.`;
  const indexed = [...namesOf(ruleset).byId.keys()].filter((id) => id.startsWith(begins));
  const written = [...text.matchAll(new RegExp(`(?<![\\w.-])${name}\\.([A-Za-z_][\\w-]*)(?!\\()`, 'g'))];
  return new Set([...indexed.map((id) => id.slice(begins.length)), ...written.map(([, slot = '']) => slot)]);
}

function addAllowed(
  template: string,
  slot: string,
  value: string,
  ruleset: RulesetOfDocument,
): Addition | null {
  const found = templateOf(ruleset, template)?.slots.find((one) => one.name.value === slot);
  const last = found?.allowed?.value.at(-1);
  const document = found && ruleset.analysis.byPath.get(found.name.at.file);
  if (found === undefined || last === undefined || document === undefined) return null;
  const written = writtenValue(found, value);
  const { start, end } = last.at;
  // In the short form the values are the type.
  const isType = found.allowed?.at.start === found.type.at.start;
  const change = isType
    ? { document, start: end, end, newText: ` | ${written}` }
    : insertBehind(document, { start, end }, written);
  return { title: `Allow ${value} in ${template}.${slot}`, changes: [change] };
}

function writtenValue({ type }: SlotSyntax, value: string): string {
  const isPlain = type.value.toLowerCase() !== 'string' && /^[\w.-]+$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}
