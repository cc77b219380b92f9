import type { ThenSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { readAssert, readModify } from './effects.ts';
import { optional, readFlag, readList, readMap, readSource, readText, type Shape } from './fields.ts';
import { readMetadata } from './metadata.ts';
import { readAlias } from './names.ts';
import { readObligation } from './obligation.ts';
import { parseReason } from './reason.ts';
import { parseText } from './text.ts';
import type { YamlNode } from './yaml-node.ts';

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

export function readThen(node: YamlNode | null, context: ReadContext): ThenSyntax | null {
  const map = readMap(node, THEN, context);
  if (map === null) return null;
  const scope = readSource(optional(map, 'scope'), context);
  const reason = readSource(optional(map, 'reason'), context);
  return {
    action: readText(optional(map, 'action'), context),
    reason: reason === null ? [] : parseReason(reason, context.report),
    log: readText(optional(map, 'log'), context),
    notify: readList(optional(map, 'notify'), context, readText),
    attestation: readFlag(optional(map, 'attestation'), context),
    scope: scope && parseText(scope),
    obligations: readList(optional(map, 'obligations'), context, readObligation),
    metadata: readMetadata(optional(map, 'metadata'), context),
    assert: readList(optional(map, 'assert'), context, readAssert),
    retract: readList(optional(map, 'retract'), context, readAlias),
    modify: readList(optional(map, 'modify'), context, readModify),
    at: map.at,
  };
}
