import { closestName } from '../../diagnostics/suggest.ts';
import type { Report } from '../../diagnostics/report.ts';
import { parsePath } from '../../language/input/parse-path.ts';
import type { InputPath } from '../../language/input/input-path.ts';
import type { InputFacts, InputSlot } from '../../input-facts.ts';
import type { Template } from '../../ruleset.ts';
import type { Located, SourceText } from '../../syntax.ts';
import type { InputSyntax } from '../../input-syntax.ts';
import type { Checked, Pass } from '../checked.ts';
import { reportUnknownSlot, slotOf } from '../scope/environment.ts';

/** Paths of one `each`: every one is a loop inside the one before. */
const MOST_PATHS = 32;

/** A path below this many levels of `each`. */
function checkPath(source: SourceText, levels: number, report: Report): InputPath | null {
  const path = parsePath(source, report);
  if (path === null || path.root === '$' || path.outer < levels) return path;
  const text = path.root + '^'.repeat(path.outer);
  report.add('path-without-item', path.at, { text });
  return null;
}

/** The first path begins at the document, every other one at the item of the one before. */
function checkEach(sources: readonly SourceText[], report: Report): readonly InputPath[] {
  const extra = sources[MOST_PATHS];
  if (extra !== undefined)
    report.add('too-many-values', extra.at, { limit: MOST_PATHS, what: 'paths in one `each`' });
  return sources.slice(0, MOST_PATHS).flatMap((source, level) => {
    const path = parsePath(source, report);
    if (path === null) return [];
    const { text, at } = path;
    if (level === 0 && path.root !== '$') report.add('path-start', at, { text });
    else if (level > 0 && path.root !== '@') report.add('path-level', at, { text });
    else if (path.outer > 0) report.add('path-outer', at, { text });
    return [path];
  });
}

/** How a value fills a slot. */
const FORMS = ['value', 'text', 'kind'] as const;
const KINDS = ['object', 'list', 'map'] as const;

/** The word, if it is one of these; null, reported, for another one. */
function wordOf<T extends string>(
  { value, at }: Located<string>,
  words: readonly T[],
  report: Report,
): T | null {
  const known = words.find((word) => word === value);
  if (known === undefined)
    report.add('input-word', at, { text: value, expected: [...words] }, closestName(value, words));
  return known ?? null;
}

function checkShapes({ shapes, each }: InputSyntax, report: Report): InputFacts['shapes'] {
  return shapes.flatMap(({ path: source, kind }) => {
    const path = checkPath(source, each.length, report);
    const known = wordOf(kind, KINDS, report);
    return path === null || known === null ? [] : [{ path, kind: known }];
  });
}

function checkSlots(input: InputSyntax, template: Template, report: Report): readonly InputSlot[] {
  return input.slots.flatMap(({ slot, path: source, as, mismatch }) => {
    const declared = slotOf(template, slot.value);
    if (declared === null) reportUnknownSlot(slot, template, report);
    const path = checkPath(source, input.each.length, report);
    const written = as === null ? 'value' : wordOf(as, FORMS, report);
    const skips = mismatch !== null && wordOf(mismatch, ['skip'], report) !== null;
    if (declared === null || path === null || written === null) return [];
    return [{ slot: slot.value, path, as: written, skips }];
  });
}

function checkElement(input: InputSyntax, { templates }: Checked, report: Report): readonly InputFacts[] {
  const { value: name, at } = input.template;
  const template = templates.get(name);
  const each = checkEach(input.each, report);
  if (template === undefined) {
    report.add('unknown-template', at, { name }, closestName(name, templates.keys()));
    return [];
  }
  if (template.scope === 'fleet') report.add('input-fleet-template', at, { name });
  if (template.from === 'host') report.add('input-host-template', at, { name });
  const slots = checkSlots(input, template, report);
  for (const slot of template.slots) {
    const isGiven = input.slots.some(({ slot: given }) => given.value === slot.name);
    if (slot.required && slot.default === null && !isGiven) {
      report.add('input-missing-slot', input.at, { template: name, slot: slot.name });
    }
  }
  const demanded = input.required.flatMap((source) => checkPath(source, input.each.length, report) ?? []);
  return [
    { template: name, each, slots, required: demanded, shapes: checkShapes(input, report), at: input.at },
  ];
}

/** `input:` says which facts a document is; the documents of a ruleset say it together. */
export const checkInput: Pass = (checked, report) => ({
  ...checked,
  input: checked.syntax.inputs.flatMap((input) => checkElement(input, checked, report)),
});
