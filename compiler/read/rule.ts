import type { WrittenRuleSyntax } from '../short-syntax.ts';
import type { RuleSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { optional, readDescription, readMap, required, type Shape } from './fields.ts';
import { readMetadata } from './metadata.ts';
import { readDeclaredName } from './names.ts';
import { readSalience } from './salience.ts';
import { isShort, readShortRule } from './short/rule.ts';
import { readThen } from './then.ts';
import { readElements } from './when.ts';
import type { YamlNode } from './yaml-node.ts';

const RULE: Shape = {
  owner: 'a rule',
  keys: ['name', 'description', 'salience', 'metadata', 'when', 'then'],
};

/** A rule in either form. */
export function readRule(node: YamlNode, context: ReadContext): WrittenRuleSyntax | null {
  if (node.kind === 'map' && isShort(node)) {
    const short = readShortRule(node, context);
    return short && { form: 'short', rule: short };
  }
  const long = readLongRule(node, context);
  return long && { form: 'long', rule: long };
}

function readLongRule(node: YamlNode, context: ReadContext): RuleSyntax | null {
  const map = readMap(node, RULE, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', RULE, context), context);
  const description = readDescription(map, context);
  const salience = readSalience(optional(map, 'salience'), context);
  const metadata = readMetadata(optional(map, 'metadata'), context);
  const when = readElements(required(map, 'when', RULE, context), context);
  const then = readThen(required(map, 'then', RULE, context), context);
  if (name === null || then === null) return null;
  return { name, description, salience, metadata, when, then, at: map.at };
}
