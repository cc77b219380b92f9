/** Patterns of `matches`. */
import type { Resolved } from './resolved.ts';

/** A constant text as if it had been written there. */
export function writtenOut(argument: Resolved): Resolved {
  if (argument.kind !== 'constant' || argument.constant.kind !== 'single') return argument;
  const [value] = argument.constant.texts ?? [];
  if (value === undefined) return argument;
  return { kind: 'literal', value: { kind: 'text', value, isRaw: true }, at: argument.at };
}

/** True for patterns that do not come with the request, whose sender would choose them. */
export function isPattern(argument: Resolved): boolean {
  if (argument.kind === 'list') return argument.items.every(isPattern);
  if (argument.kind === 'constant' || argument.kind === 'lookup') return argument.constant.texts !== null;
  return argument.kind === 'literal' && argument.value.kind === 'text';
}
