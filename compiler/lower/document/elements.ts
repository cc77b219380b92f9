/** The document as facts: hidden templates, and elements of `input` that fill them. */
import type { Span } from '../../diagnostics/position.ts';
import type { InputSyntax } from '../../input-syntax.ts';
import type { MemberSyntax, ShapeSyntax } from '../../short-syntax.ts';
import type { Located, ScalarValue, SlotSyntax, SourceText, TemplateSyntax } from '../../syntax.ts';
import { piece, sourceOf } from '../test-text.ts';
import { pathNode, type Documents } from './documents.ts';
import { presentTemplate, valueSlot } from './hidden.ts';
import { keysText, nameOf, slotFor, unionText } from './names.ts';
import type { DocumentSlot, Key, ListNode, PathNode } from './nodes.ts';
import { holdsSensitive } from './sensitive-shape.ts';
import { finalType, isUntyped } from './type-variable.ts';
import type { Report } from '../../diagnostics/report.ts';

interface DocumentSyntaxes {
  readonly templates: readonly TemplateSyntax[];
  readonly inputs: readonly InputSyntax[];
}

/** Templates and elements, in the order of first mention. */
export function documentElements(documents: Documents, at: Span, report: Report): DocumentSyntaxes {
  if (!documents.isUsed) return { templates: [], inputs: [] };
  demandAll(documents, report);
  const made = [mainElement(documents, at), ...documents.order.flatMap(elementsOf)];
  return { templates: made.map(({ template }) => template), inputs: made.map(({ input }) => input) };
}

interface Made {
  readonly template: TemplateSyntax;
  readonly input: InputSyntax;
}

interface Filled {
  readonly slot: SlotSyntax;
  readonly path: InputSyntax['slots'][number];
}

function make(
  name: string,
  each: readonly string[],
  filled: readonly Filled[],
  demands: Demands,
  at: Span,
): Made {
  const located = <T>(value: T): Located<T> => ({ value, at });
  const source = (text: string): SourceText => sourceOf(piece(text, at), at);
  const template: TemplateSyntax = {
    name: located(name),
    description: '',
    scope: null,
    from: located('document'),
    atMost: null,
    slots: filled.map(({ slot }) => slot),
    at,
  };
  const input: InputSyntax = {
    template: located(name),
    each: each.map(source),
    slots: filled.map(({ path }) => path),
    required: demands.required.map(source),
    shapes: demands.shapes.map(({ path, kind }) => ({ path: source(path), kind: located(kind) })),
    at,
  };
  return { template, input };
}

function fill(
  name: string,
  path: string,
  slot: Partial<SlotSyntax> & Pick<SlotSyntax, 'type'>,
  at: Span,
  how: { readonly as?: 'text' | 'kind'; readonly skips?: boolean } = {},
): Filled {
  const whole: SlotSyntax = {
    list: false,
    maxItems: null,
    required: false,
    sensitive: false,
    default: null,
    allowed: null,
    ...slot,
    name: { value: name, at },
    at,
  };
  return {
    slot: whole,
    path: {
      slot: { value: name, at },
      path: sourceOf(piece(path, at), at),
      as: how.as === undefined ? null : { value: how.as, at },
      mismatch: how.skips === true ? { value: 'skip', at } : null,
    },
  };
}

const typed = (value: string, at: Span): SlotSyntax['type'] => ({ value, at });

function mainElement(documents: Documents, at: Span): Made {
  const demands = demandsOf(documents.shape, '$');
  const filled = [...documents.slots.values()].map((slot) => fillSlot(slot, '$'));
  return make('input', [], filled, demands, at);
}

interface Demands {
  /** Required objects, lists of objects and `any`, which have no slot. */
  readonly required: readonly string[];
  readonly shapes: readonly { readonly path: string; readonly kind: 'object' | 'list' | 'map' }[];
}

const NONE: Demands = { required: [], shapes: [] };

/** Requirements of a declared shape on a document, in addition to the values in slots. */
function demandsOf(shape: ShapeSyntax, path: string): Demands {
  if (shape.kind !== 'object') return NONE;
  const required: string[] = [];
  const shapes: Demands['shapes'][number][] = [];
  const visit = (members: readonly MemberSyntax[], above: string, isDemanded: boolean): void => {
    for (const { name, isRequired, shape: inner } of members) {
      const below = `${above}${keysText([name.value])}`;
      const isHere = isDemanded && isRequired;
      if (isHere && !isSingleValue(inner)) required.push(below);
      if (inner.kind === 'single' || inner.kind === 'any') continue;
      shapes.push({ path: below, kind: inner.kind });
      if (inner.kind === 'object') visit(inner.members, below, isHere);
    }
  };
  visit(shape.members, path, true);
  return { required, shapes };
}

/** A single value, or a list of them: they have a slot of their own. */
const isSingleValue = (shape: ShapeSyntax): boolean =>
  shape.kind === 'single' || (shape.kind === 'list' && shape.item.kind === 'single');

function fillSlot({ name, keys, holds, node, initial }: DocumentSlot, root: string): Filled {
  const path = `${root}${keysText(keys)}`;
  const { at } = node;
  if (holds === 'text') {
    const value: ScalarValue = { kind: 'string', value: String(initial), text: String(initial) };
    const sensitive = holdsSensitive(node.shape);
    const slot = { type: typed('string', at), sensitive, default: { value, at } };
    return fill(name, path, slot, at, { as: 'text' });
  }
  const { declared } = node;
  const type = typed(finalType(node.type), at);
  const allowed = declared?.allowed ?? null;
  const sensitive = declared?.sensitive ?? false;
  if (holds === 'list')
    return fill(name, path, { type, allowed, sensitive, list: true, required: node.isPresent }, at);
  if (initial !== null)
    return fill(name, path, { type, allowed, sensitive, default: { value: scalarOf(initial), at } }, at);
  const hasDefault = declared !== null && declared.default !== null;
  return fill(
    name,
    path,
    { type, allowed, sensitive, required: !hasDefault, default: declared?.default ?? null },
    at,
  );
}

function scalarOf(value: string | number | boolean): ScalarValue {
  if (typeof value === 'string') return { kind: 'string', value, text: value };
  if (typeof value === 'boolean') return { kind: 'boolean', value, text: String(value) };
  return Number.isInteger(value)
    ? { kind: 'integer', value: BigInt(value), text: String(value) }
    : { kind: 'float', value, text: String(value) };
}

function elementsOf(node: PathNode | ListNode): readonly Made[] {
  return node.kind === 'items' ? [itemElement(node)] : pathElements(node);
}

/** `$.a[*]`, then `@.b[*]`: the paths of `each` down to the items of a list. */
function eachOf(list: ListNode): readonly string[] {
  const above = list.owner === null ? [] : eachOf(list.owner);
  const root = list.owner === null ? '$' : '@';
  const path = `${root}${unionText(list.keys, list.union)}`;
  return list.union === null ? [...above, `${path}[*]`] : [...above, path, '@[*]'];
}

/** The keys of the item and of the items around it, as slots `at0`, `at1`, …; `ups`: levels of `each` below the item. */
function levelsOf(list: ListNode, ups: number, at: Span): readonly Filled[] {
  return Array.from({ length: list.depth + 1 }, (_, level) =>
    fill(`at${level}`, `#${'^'.repeat(list.depth - level + ups)}`, { type: typed('string', at) }, at),
  );
}

function itemElement(list: ListNode): Made {
  const { at } = list.path;
  const filled = [...list.slots.values()].map((slot) => fillSlot(slot, '@'));
  return make(
    list.template,
    eachOf(list),
    [...levelsOf(list, 0, at), ...filled],
    list.isShell ? NONE : demandsOf(list.item, '@'),
    at,
  );
}

function pathElements(node: PathNode): readonly Made[] {
  const { at, owner } = node;
  const above = owner === null ? [] : eachOf(owner);
  // A second step of a union leads to what is not null.
  const path = `${owner === null ? '$' : '@'}${unionText(node.keys, node.union)}`;
  const each = node.union === null ? [...above, path] : [...above, path, '@'];
  const levels = owner === null ? [] : levelsOf(owner, node.union === null ? 1 : 2, at);
  const made: Made[] = [];
  const isEmptyList = node.isInferred && node.isEmptyWhenMissing && node.isList === true;
  const value = valueFill(node, '@');
  if (node.presentTemplate !== null) {
    const isValue = node.valueTemplate === node.presentTemplate;
    const demands = [...node.demands.values()].map((slot) => fillSlot(slot, '@'));
    made.push(
      make(
        node.presentTemplate,
        each,
        [...levels, ...(isValue ? value : []), ...demands],
        demandsOf(node.shape, '@'),
        at,
      ),
    );
  }
  if (node.valueTemplate !== null && node.valueTemplate !== node.presentTemplate)
    made.push(
      isEmptyList
        ? make(node.valueTemplate, above, emptyListSlots(node), NONE, at)
        : make(node.valueTemplate, each, [...levels, ...value], NONE, at),
    );
  return made;
}

/** A list that is empty if it is missing: its fact exists in any case, unless it holds values of another type. */
function emptyListSlots(node: PathNode): readonly Filled[] {
  const { owner, at } = node;
  const levels = owner === null ? [] : levelsOf(owner, 0, at);
  return [...levels, ...valueFill(node, `${owner === null ? '$' : '@'}${keysText(node.keys)}`)];
}

function valueFill(node: PathNode, path: string): readonly Filled[] {
  const { at, declared, isInferred } = node;
  const anyValue = isInferred && isUntyped(node.type);
  const isList = node.isList === true;
  const type = typed(finalType(node.type), at);
  const slot = {
    type,
    list: isList,
    required: !isList,
    allowed: declared?.allowed ?? null,
    sensitive: declared?.sensitive ?? false,
  };
  const value = fill('value', path, slot, at, { skips: isInferred, ...(anyValue ? { as: 'text' } : {}) });
  if (!anyValue) return [value];
  return [value, fill('kind', path, { type: typed('string', at) }, at, { as: 'kind', skips: true })];
}

/** Demands what is required, whether rules name it or not. */
function demandAll(documents: Documents, report: Report): void {
  demand(documents, documents.shape, null, [], null, report);
  for (const list of [...documents.lists.values()])
    if (!list.isShell) demand(documents, list.item, list, [], null, report);
}

/** `around`: the innermost object that may be missing, whose required members are demanded where it is present. */
function demand(
  documents: Documents,
  shape: ShapeSyntax,
  owner: ListNode | null,
  keys: readonly Key[],
  around: { readonly keys: readonly Key[]; readonly rest: readonly Key[] } | null,
  report: Report,
): void {
  if (shape.kind !== 'object') return;
  for (const { name, isRequired, shape: inner } of shape.members) {
    const below = [...keys, name.value];
    if (inner.kind === 'object') {
      const isOptional = !isRequired && inner.members.some((member) => member.isRequired);
      const object = isOptional ? pathNode(documents, owner, below, inner.at, report) : null;
      if (object !== null) presentTemplate(documents, object);
      const next = isRequired
        ? around && { keys: around.keys, rest: [...around.rest, name.value] }
        : { keys: below, rest: [] };
      demand(documents, inner, owner, below, next, report);
    } else if (isRequired && isSingleValue(inner)) {
      const node = pathNode(documents, owner, below, inner.at, report);
      const object = around && pathNode(documents, owner, around.keys, inner.at, report);
      if (node === null) continue;
      if (object === null) valueSlot(documents, node);
      else {
        presentTemplate(documents, object);
        const rest = [...(around?.rest ?? []), name.value];
        const holds = inner.kind === 'list' ? 'list' : 'value';
        const slot = { keys: rest, holds, node, initial: null } as const;
        slotFor(object.demands, `value ${node.id}`, nameOf(rest), slot);
      }
    }
  }
}
