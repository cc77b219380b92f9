import type { Located } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { readText } from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

/** An identifier of CLIPS as the language allows it; every name that a ruleset declares is one. */
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Names that the compiler and the host give; `service-` is reserved for functions only. */
const RESERVED = '__';
const RESERVED_FUNCTION = 'service-';

export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** A name that is being declared. */
export function readDeclaredName(node: YamlNode | null, context: ReadContext): Located<string> | null {
  const name = readText(node, context);
  return name && checkDeclared(name, context);
}

/** As readDeclaredName, and not one of the host functions. */
export function readFunctionName(node: YamlNode | null, context: ReadContext): Located<string> | null {
  const name = readDeclaredName(node, context);
  if (name === null || !name.value.startsWith(RESERVED_FUNCTION)) return name;
  context.report.add('reserved-name', name.at, { name: name.value, prefix: RESERVED_FUNCTION });
  return null;
}

/** `$name`, returned without the sign. */
export function readAlias(node: YamlNode | null, context: ReadContext): Located<string> | null {
  return readMarked(node, '$', 'bad-alias', context);
}

/** `?name`, or `$?name` for a whole list; returned without the signs. */
export function readBinding(
  node: YamlNode | null,
  context: ReadContext,
): { readonly name: Located<string>; readonly list: boolean } | null {
  const list = node?.kind === 'scalar' && node.scalar.text.startsWith('$?');
  const name = readMarked(node, list ? '$?' : '?', 'bad-variable', context);
  return name && { name, list };
}

/** `?name` of one item of a list; returned without the sign. */
export function readItemName(node: YamlNode | null, context: ReadContext): Located<string> | null {
  return readMarked(node, '?', 'bad-variable', context);
}

/** A parameter of a deffunction: a name or `?name`, or `$?name` for the one that takes the rest (returned as written). */
export function readParameter(node: YamlNode | null, context: ReadContext): Located<string> | null {
  const written = readText(node, context);
  if (written === null) return null;
  const isRest = written.value.startsWith('$?');
  const name = checkDeclared({ value: written.value.replace(/^\$?\?/, ''), at: written.at }, context);
  return name && (isRest ? written : name);
}

function readMarked(
  node: YamlNode | null,
  mark: '$' | '?' | '$?',
  code: 'bad-alias' | 'bad-variable',
  context: ReadContext,
): Located<string> | null {
  const text = readText(node, context);
  if (text === null) return null;
  const name = text.value.slice(mark.length);
  if (text.value.startsWith(mark) && isIdentifier(name)) {
    return checkDeclared({ value: name, at: text.at }, context);
  }
  const suggestion = isIdentifier(text.value) ? mark + text.value : null;
  context.report.add(code, text.at, { text: text.value }, suggestion);
  return null;
}

/** A name that is being declared; null (reported) when it is none of the language. */
export function checkDeclared(name: Located<string>, context: ReadContext): Located<string> | null {
  if (!isIdentifier(name.value)) {
    const replaced = name.value.trim().replace(/[\s.]+/g, '-');
    const suggestion = isIdentifier(replaced) ? replaced : null;
    context.report.add('bad-identifier', name.at, { text: name.value }, suggestion);
    return null;
  }
  if (name.value.startsWith(RESERVED)) {
    context.report.add('reserved-name', name.at, { name: name.value, prefix: RESERVED });
    return null;
  }
  return name;
}
