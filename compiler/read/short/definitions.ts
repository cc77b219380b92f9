import type { DefinitionSyntax } from '../../short-syntax.ts';
import type { ReadContext } from '../context.ts';
import { expectMap, readSource } from '../fields.ts';
import { checkDeclared } from '../names.ts';
import { createSourceText } from '../source-text.ts';
import type { ScalarStyle, YamlEntry, YamlNode } from '../yaml-node.ts';
import { refuseEmpty } from './empty.ts';
import { parseShort } from './parse.ts';
import { parseSignature } from './signature.ts';

/** Reads `define`: a map of `name` or `name(parameter, …)` to expressions. */
export function readDefinitions(node: YamlNode, context: ReadContext): readonly DefinitionSyntax[] {
  const map = expectMap(node, context);
  if (map === null) return [];
  const filled = refuseEmpty(map, new Set(map.entries.keys()), context);
  return [...filled.entries.values()].flatMap((entry) => readDefinition(entry, context) ?? []);
}

function readDefinition({ key, value }: YamlEntry, context: ReadContext): DefinitionSyntax | null {
  const scalar = { kind: 'string', value: key.value, text: key.value } as const;
  const written = { kind: 'scalar', scalar, style: keyStyle(key.at.start, context), at: key.at } as const;
  const signature = parseSignature(createSourceText(written, context.source), context.report);
  const source = readBody(value, context);
  const body = source && parseShort(source, context.report);
  if (signature === null || body === null) return null;
  const names = [signature.name, ...(signature.parameters ?? [])];
  if (names.some((name) => checkDeclared(name, context) === null)) return null;
  return { ...signature, body, at: { ...key.at, end: value.at.end } };
}

/** A number or truth value is an expression, too. */
function readBody(node: YamlNode, context: ReadContext): ReturnType<typeof readSource> {
  if (node.kind === 'scalar' && node.scalar.kind !== 'null') return createSourceText(node, context.source);
  return readSource(node, context);
}

function keyStyle(start: number, { source }: ReadContext): ScalarStyle {
  const first = source.text.charAt(start);
  return first === '"' ? 'double-quoted' : first === "'" ? 'single-quoted' : 'plain';
}
