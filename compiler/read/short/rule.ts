import type { LeftSyntax, RightSyntax, ShortRuleSyntax } from '../../short-syntax.ts';
import type { Located } from '../../syntax.ts';
import type { ReadContext } from '../context.ts';
import { optional, readDescription, readMap, readText, required, type Shape } from '../fields.ts';
import { readMetadata } from '../metadata.ts';
import { readDeclaredName } from '../names.ts';
import { readSalience } from '../salience.ts';
import { readThen } from '../then.ts';
import { readElements } from '../when.ts';
import type { YamlMap } from '../yaml-node.ts';
import { refuseEmpty } from './empty.ts';
import { LEFT_KEYS, readLeftHalf } from './left-half.ts';
import { readRightHalf, RIGHT_KEYS } from './right-half.ts';

/** Keys that only a short body has. */
const SHORT_KEYS: ReadonlySet<string> = new Set([...LEFT_KEYS, ...RIGHT_KEYS, 'in_doubt']);
/** Keys that must have a value: a rule that loses one of them would fire without it. */
const FILLED: ReadonlySet<string> = new Set([...SHORT_KEYS, 'metadata']);

export const SHORT_RULE: Shape = {
  owner: 'a rule',
  keys: ['name', 'description', 'salience', 'metadata', 'when', 'then', ...SHORT_KEYS],
};

/** True if at least one half is short. */
export const isShort = (map: YamlMap): boolean => [...map.entries.keys()].some((key) => SHORT_KEYS.has(key));

export function readShortRule(node: YamlMap, context: ReadContext): ShortRuleSyntax | null {
  const filled = refuseEmpty(node, FILLED, context);
  const map = readMap(filled, { ...SHORT_RULE, isStrict: true }, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', SHORT_RULE, context), context);
  const left = readLeft(map, context);
  const right = readRight(map, context);
  if (name === null || left === null || right === null) return null;
  return {
    name,
    description: readDescription(map, context),
    salience: readSalience(optional(map, 'salience'), context),
    left,
    right,
    inDoubt: readInDoubt(map, context),
    at: map.at,
  };
}

function readLeft(map: YamlMap, context: ReadContext): LeftSyntax | null {
  const short = LEFT_KEYS.flatMap((key) => map.entries.get(key) ?? []);
  const when = map.entries.get('when');
  const [first] = short;
  if (first === undefined) {
    if (when !== undefined) return { form: 'long', when: readElements(optional(map, 'when'), context) };
    context.report.add('short-no-condition', map.at);
    return null;
  }
  if (when !== undefined)
    context.report.add('conflicting-keys', first.key.at, { first: 'when', second: first.key.value });
  return { form: 'short', ...readLeftHalf(map, context) };
}

function readRight(map: YamlMap, context: ReadContext): RightSyntax | null {
  const [first] = RIGHT_KEYS.flatMap((key) => map.entries.get(key) ?? []);
  const then = map.entries.get('then');
  if (then === undefined) {
    if (first === undefined) required(map, 'then', SHORT_RULE, context);
    return { form: 'short', ...readRightHalf(map, context) };
  }
  if (first !== undefined)
    context.report.add('conflicting-keys', first.key.at, { first: 'then', second: first.key.value });
  const read = readThen(optional(map, 'then'), context);
  return read && { form: 'long', then: read, metadata: readMetadata(optional(map, 'metadata'), context) };
}

function readInDoubt(map: YamlMap, context: ReadContext): Located<'fire' | 'stay'> | null {
  const word = readText(optional(map, 'in_doubt'), context);
  if (word === null) return null;
  if (word.value === 'fire' || word.value === 'stay') return { value: word.value, at: word.at };
  context.report.add('short-in-doubt', word.at);
  return null;
}
