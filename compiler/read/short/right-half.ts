import {
  ACTIONS,
  type ShortActionSyntax,
  type ShortRightSyntax,
  type ShortText,
} from '../../short-syntax.ts';
import type { Located, ObligationSyntax } from '../../syntax.ts';
import type { ReadContext } from '../context.ts';
import { expectMap, readFlag, readScalar, readSource, readText } from '../fields.ts';
import { metadataEntries } from '../free-keys.ts';
import { readObligation } from '../obligation.ts';
import { createSourceText } from '../source-text.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../yaml-node.ts';
import { itemsOf } from './left-half.ts';
import { parseConstructor } from './parse.ts';
import { parseShortText } from './text.ts';
import type { ConstructorTree } from '../../short-tree.ts';

/** Keys of the right half; `metadata` can also appear beside long halves. */
export const RIGHT_KEYS = [
  ...ACTIONS,
  'reason',
  'log',
  'notify',
  'attestation',
  'assert',
  'modify',
  'retract',
  'obligations',
] as const;

/** Reads the action with its text, and the effects. */
export function readRightHalf(map: YamlMap, context: ReadContext): ShortRightSyntax {
  const { report } = context;
  const entryOf = (key: string): YamlEntry | undefined => map.entries.get(key);
  const nodeOf = (key: string): YamlNode | null => entryOf(key)?.value ?? null;
  const actions: ReadonlySet<string> = new Set(ACTIONS);
  const [written, another] = [...map.entries.values()].filter(({ key }) => actions.has(key.value));
  if (written !== undefined && another !== undefined)
    report.add('conflicting-keys', another.key.at, { first: written.key.value, second: another.key.value });
  const action = written === undefined ? null : readAction(written, context);
  const reason = entryOf('reason');
  if (reason !== undefined) checkReason(reason, written, action, context);
  const list = <T>(key: string, read: (node: YamlNode) => T | null): readonly T[] => {
    const node = nodeOf(key);
    return node === null ? [] : itemsOf(node).flatMap((item) => read(item) ?? []);
  };
  const construct = (node: YamlNode): ConstructorTree | null => readConstructor(node, context);
  return {
    action,
    reason: reason === undefined ? null : readReason(reason.value, context),
    metadata: readMetadata(nodeOf('metadata'), context),
    log: readText(nodeOf('log'), context),
    notify: list('notify', (node) => readText(node, context)),
    attestation: readFlag(nodeOf('attestation'), context),
    assert: list('assert', construct),
    modify: list('modify', construct),
    retract: list('retract', (node) => readName(node, context)),
    obligations: list('obligations', (node) => readDuty(node, context)),
    at: map.at,
  };
}

/** The value of an action is a text or `true`. */
function readAction({ key, value }: YamlEntry, context: ReadContext): ShortActionSyntax | null {
  const name = ACTIONS.find((known) => known === key.value);
  if (name === undefined || value.kind === 'broken') return null;
  const action = { value: name, at: key.at };
  if (value.kind === 'scalar' && value.scalar.kind === 'string') {
    const source = createSourceText(value, context.source);
    const kind = name === 'route' || name === 'scope' ? 'text' : 'reason';
    return { action, text: parseShortText(source, kind, context.report) };
  }
  if (value.kind === 'scalar' && value.scalar.kind === 'boolean' && value.scalar.value)
    return { action, text: null };
  const expected = name === 'route' || name === 'scope' ? 'a target' : 'a reason';
  context.report.add('short-action', value.at, {
    problem: `invalid value of \`${name}\`: expected ${expected} or \`true\``,
  });
  return null;
}

function checkReason(
  reason: YamlEntry,
  written: YamlEntry | undefined,
  action: ShortActionSyntax | null,
  { report }: ReadContext,
): void {
  if (written === undefined) {
    report.add('short-action', reason.key.at, { problem: '`reason` without an action' });
    return;
  }
  const isTarget = written.key.value === 'route' || written.key.value === 'scope';
  if (!isTarget && action !== null && action.text !== null)
    report.add('conflicting-keys', reason.key.at, { first: written.key.value, second: 'reason' });
}

function readReason(node: YamlNode, context: ReadContext): ShortText | null {
  const source = readSource(node, context);
  return source && parseShortText(source, 'reason', context.report);
}

function readMetadata(node: YamlNode | null, context: ReadContext): ShortRightSyntax['metadata'] {
  return metadataEntries(expectMap(node, context), context).flatMap(({ key, value }) => {
    const scalar = readScalar(value, context);
    if (scalar === null) return [];
    const isNull = scalar.scalar.kind === 'null';
    const source = createSourceText(scalar, context.source);
    return [
      { key, text: isNull ? { parts: [], at: value.at } : parseShortText(source, 'text', context.report) },
    ];
  });
}

function readConstructor(node: YamlNode, context: ReadContext): ConstructorTree | null {
  const source = readSource(node, context);
  return source && parseConstructor(source, context.report);
}

/** The name of a pattern, without sign or values. */
function readName(node: YamlNode, context: ReadContext): Located<string> | null {
  const tree = readConstructor(node, context);
  if (tree === null || tree.values.length === 0) return tree && tree.name;
  context.report.add('short-constructor', tree.at);
  return null;
}

/** An obligation in either form. */
function readDuty(node: YamlNode, context: ReadContext): ConstructorTree | { long: ObligationSyntax } | null {
  if (node.kind !== 'map') return readConstructor(node, context);
  const long = readObligation(node, context);
  return long && { long };
}
