import type { SourceText } from '../syntax.ts';
import type { InputSyntax } from '../input-syntax.ts';
import type { ReadContext } from './context.ts';
import {
  expectMap,
  optional,
  readFilledList,
  readList,
  readMap,
  readSource,
  readText,
  required,
  type Shape,
} from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

export const INPUT: Shape = {
  owner: 'an element of `input`',
  keys: ['template', 'each', 'slots', 'required', 'shapes'],
};

/** The elements that one entry of `input:` expands to: one per source. */
export function readInput(node: YamlNode, context: ReadContext): readonly InputSyntax[] {
  const map = readMap(node, INPUT, context);
  if (map === null) return [];
  const template = readText(required(map, 'template', INPUT, context), context);
  const sources = readSources(optional(map, 'each'), context);
  const slots = readSlots(required(map, 'slots', INPUT, context), context);
  const demanded = readList(optional(map, 'required'), context, readSource);
  const shapes = readShapes(optional(map, 'shapes'), context);
  return template === null
    ? []
    : sources.map((each) => ({ template, each, slots, required: demanded, shapes, at: map.at }));
}

export const SOURCES: Shape = { owner: '`each`', keys: ['any'] };

/** One path, paths that nest, or under `any` several of both, whose facts come one after the other. */
function readSources(node: YamlNode | null, context: ReadContext): readonly InputSyntax['each'][] {
  if (node?.kind !== 'map') return [readEach(node, context)];
  const map = readMap(node, SOURCES, context);
  const any = map && required(map, 'any', SOURCES, context);
  return readFilledList(any, context, (item) => readEach(item, context));
}

/** One path, or a list of paths. */
function readEach(node: YamlNode | null, context: ReadContext): readonly SourceText[] {
  if (node?.kind === 'list') return readFilledList(node, context, readSource);
  const path = readSource(node, context);
  return path === null ? [] : [path];
}

/** A path with what becomes of values of another type. */
export const SLOT: Shape = { owner: 'a slot of `input`', keys: ['path', 'as', 'mismatch'] };

function readShapes(node: YamlNode | null, context: ReadContext): InputSyntax['shapes'] {
  return [...(expectMap(node, context)?.entries.values() ?? [])].flatMap(({ key, value }) => {
    const kind = readText(value, context);
    const spanOf = (): typeof key.at => key.at;
    return kind === null ? [] : [{ path: { text: key.value, at: key.at, spanOf }, kind }];
  });
}

function readSlots(node: YamlNode | null, context: ReadContext): InputSyntax['slots'] {
  const slots: InputSyntax['slots'][number][] = [];
  for (const { key, value } of expectMap(node, context)?.entries.values() ?? []) {
    if (value.kind !== 'map') {
      const path = readSource(value, context);
      if (path !== null) slots.push({ slot: key, path, as: null, mismatch: null });
      continue;
    }
    const map = readMap(value, SLOT, context);
    const path = map && readSource(required(map, 'path', SLOT, context), context);
    if (map === null || path === null) continue;
    const as = readText(optional(map, 'as'), context);
    const mismatch = readText(optional(map, 'mismatch'), context);
    slots.push({ slot: key, path, as, mismatch });
  }
  return slots;
}
