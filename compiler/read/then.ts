import { meantAction } from '../diagnostics/guesses.ts';
import type { ThenSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { readAssert, readModify } from './effects.ts';
import { optional, readFlag, readList, readMap, readSource, readText, type Shape } from './fields.ts';
import { readMetadata } from './metadata.ts';
import { readAlias } from './names.ts';
import { readObligation } from './obligation.ts';
import { parseReason } from './reason.ts';
import { parseValueText } from './text.ts';
import { writeNode } from './write-node.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

export const THEN: Shape = {
  owner: '`then`',
  keys: [
    'action',
    'reason',
    'log',
    'notify',
    'attestation',
    'metadata',
    'scope',
    'obligations',
    'assert',
    'retract',
    'modify',
  ],
};

const WORDS: readonly string[] = ['allow', 'deny', 'escalate', 'route'];

/** True (reported) for `then: deny` and `then: [{ action: deny }]`. */
function refuseBareAction(node: YamlNode, context: ReadContext): boolean {
  const [only] = node.kind === 'list' ? node.items : [node];
  const text = writeNode(node);
  if (only === undefined || text === null || only.kind === 'broken') return false;
  if (node.kind === 'map') return refuseActionKey(node, text, context);
  const inner = writeNode(only) ?? '';
  const meant = only.kind === 'scalar' ? `{ action: ${meantAction(inner) ?? inner} }` : inner;
  context.report.add('written-otherwise', node.at, { text: `then: ${text}`, meant: `then: ${meant}` });
  return true;
}

/** True (reported) for `then: { deny: true }`. */
function refuseActionKey({ entries, at }: YamlMap, text: string, context: ReadContext): boolean {
  if (entries.has('action')) return false;
  const [key] = [...entries.keys()].filter((key) => !THEN.keys.includes(key) && actionOf(key) !== null);
  if (key === undefined) return false;
  const meant = `then: { action: ${actionOf(key) ?? key} }`;
  context.report.add('written-otherwise', at, { text: `then: ${text}`, meant });
  return true;
}

function actionOf(word: string): string | null {
  return WORDS.includes(word) ? word : meantAction(word);
}

export function readThen(node: YamlNode | null, context: ReadContext): ThenSyntax | null {
  if (node !== null && refuseBareAction(node, context)) return null;
  const map = readMap(node, THEN, context);
  if (map === null) return null;
  if (map.entries.size === 0) context.report.add('empty-key', map.at, { key: 'then' });
  const scope = readSource(optional(map, 'scope'), context);
  const reason = readSource(optional(map, 'reason'), context);
  return {
    action: readText(optional(map, 'action'), context),
    reason: reason === null ? [] : parseReason(reason, context.report),
    log: readText(optional(map, 'log'), context),
    notify: readList(optional(map, 'notify'), context, readText),
    attestation: readFlag(optional(map, 'attestation'), context),
    scope: scope && parseValueText(scope),
    obligations: readList(optional(map, 'obligations'), context, readObligation),
    metadata: readMetadata(optional(map, 'metadata'), context),
    assert: readList(optional(map, 'assert'), context, readAssert),
    retract: readList(optional(map, 'retract'), context, readAlias),
    modify: readList(optional(map, 'modify'), context, readModify),
    at: map.at,
  };
}
