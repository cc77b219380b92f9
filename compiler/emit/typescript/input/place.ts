import { onlySelector, type Segment } from '../../../language/input/input-path.ts';
import { isShellStep, type Step } from '../../../../runtime/values/shell-step.ts';
import { code, literal, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';

/** A place in the function at a depth of loops; statements of a place come before its next loop. */
export interface Place {
  readonly statements: Code[];
  /** Values found here by path, so that paths with the same beginning walk it once. */
  readonly found: Map<string, Code>;
  /** The item and its index or key. */
  readonly item: Code;
  readonly key: Code;
}

export function newPlace(item: Code, key: Code): Place {
  return { statements: [], found: new Map(), item, key };
}

/** Names that every object inherits are read as own properties. `of` is a map, or undefined. */
function member(of: Code, name: string): Code {
  return name in Object.prototype
    ? code`${of} !== undefined && Object.hasOwn(${of}, ${literal(name)}) ? ${of}[${literal(name)}] : undefined`
    : code`${of}?.[${literal(name)}]`;
}

function hint(selector: Step): string {
  if (isShellStep(selector)) return 'commands';
  return typeof selector === 'string' && /[A-Za-z]/.test(selector)
    ? selector.replace(/[^A-Za-z0-9]+/g, '-')
    : 'item';
}

/** The value if it is a map, in a local that all its members share. */
function mapAt(context: Context, place: Place, of: Code): Code {
  const key = ['map', of.text].join(' ');
  const known = place.found.get(key);
  if (known !== undefined) return known;
  const name = context.names.fresh([of.text, 'map'], 'camel');
  place.statements.push(code`const ${name} = ${context.value('isMap')}(${of}) ? ${of} : undefined;`);
  place.found.set(key, name);
  return name;
}

/** The value that a segment of one selector leads to, in a local that later paths share. */
function step(context: Context, place: Place, of: Code, at: string, selector: Step): Code {
  const known = place.found.get(at);
  if (known !== undefined) return known;
  const value = isShellStep(selector)
    ? code`${context.value('commandsIn')}(${of}, ${literal(selector.whenUnknown)})`
    : typeof selector === 'number'
      ? code`${context.value('itemAt')}(${of}, ${literal(selector)})`
      : member(mapAt(context, place, of), selector);
  const name = context.names.fresh([hint(selector), 'value'], 'camel');
  place.statements.push(code`const ${name} = ${value};`);
  place.found.set(at, name);
  return name;
}

/** Walks segments of one selector each. */
export function walk(context: Context, place: Place, segments: readonly Segment[]): Code {
  let value = place.item;
  let at = '';
  for (const segment of segments) {
    const selector = onlySelector(segment)!;
    at += JSON.stringify([selector]);
    value = step(context, place, value, at, selector);
  }
  return value;
}
