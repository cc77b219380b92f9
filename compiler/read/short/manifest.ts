/** A manifest of MCP tools as the shape of the document of a call (docs/schemas/call.json). */
import type { Span } from '../../diagnostics/position.ts';
import type { MemberSyntax, ShapeSyntax, ValueSyntax } from '../../short-syntax.ts';
import type { YamlList, YamlMap, YamlNode } from '../yaml-node.ts';
import { isSameShape, member, schemaShape, withoutDefault } from './json-schema.ts';

/** `tools` of a manifest; null if the file is none. */
export function toolsOf(node: YamlNode): YamlList | null {
  const tools = node.kind === 'map' ? node.entries.get('tools')?.value : undefined;
  return tools?.kind === 'list' ? tools : null;
}

/** The document of a call of one of the tools. */
export function callShape(tools: YamlList): ShapeSyntax {
  const { at } = tools;
  const text = (name: string, isRequired: boolean): MemberSyntax =>
    member(name, isRequired, single('string', at), at);
  const integer = (name: string): MemberSyntax => member(name, true, single('integer', at), at);
  const object = (...members: readonly MemberSyntax[]): ShapeSyntax => ({
    kind: 'object',
    members,
    isOpen: false,
    at,
  });
  const names = tools.items.flatMap(nameOf);
  const named = single('string', at, { value: names, at });
  return object(
    text('agent', true),
    text('session', false),
    member(
      'tool',
      true,
      object(
        member('name', true, named, at),
        text('server', false),
        member('annotations', false, { kind: 'any', at }, at),
      ),
      at,
    ),
    member(
      'call',
      true,
      object(
        text('id', true),
        integer('at'),
        member('args', true, object(...argumentsOf(tools)), at),
        text('args_digest', true),
      ),
      at,
    ),
    member(
      'approval',
      false,
      object(text('id', true), text('by', true), text('args_digest', true), integer('expires_at')),
      at,
    ),
  );
}

function single(type: string, at: Span, allowed: ValueSyntax['allowed'] = null): ShapeSyntax {
  return {
    kind: 'single',
    slot: { type: { value: type, at }, allowed, sensitive: false, default: null },
    at,
  };
}

type Choice = NonNullable<ValueSyntax['allowed']>['value'];

function nameOf(tool: YamlNode): Choice {
  const name = tool.kind === 'map' ? tool.entries.get('name')?.value : undefined;
  return name?.kind === 'scalar' && name.scalar.kind === 'string'
    ? [{ value: name.scalar, at: name.at }]
    : [];
}

/** The arguments of all tools: each may be missing, and is `any` where two tools differ. */
function argumentsOf(tools: YamlList): readonly MemberSyntax[] {
  const found = new Map<string, MemberSyntax>();
  for (const { schema, properties } of tools.items.flatMap(schemaOf)) {
    for (const { key, value } of properties.entries.values()) {
      const shape = withoutDefault(schemaShape(value, schema));
      const known = found.get(key.value);
      if (known === undefined) found.set(key.value, { name: key, isRequired: false, shape });
      else if (!isSameShape(known.shape, shape))
        found.set(key.value, { ...known, shape: { kind: 'any', at: known.shape.at } });
    }
  }
  return [...found.values()];
}

interface ToolSchema {
  readonly schema: YamlMap;
  readonly properties: YamlMap;
}

function schemaOf(tool: YamlNode): readonly ToolSchema[] {
  const schema = tool.kind === 'map' ? tool.entries.get('inputSchema')?.value : undefined;
  const properties = schema?.kind === 'map' ? schema.entries.get('properties')?.value : undefined;
  return schema?.kind === 'map' && properties?.kind === 'map' ? [{ schema, properties }] : [];
}
