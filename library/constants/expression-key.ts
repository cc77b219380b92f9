import { TYPING_KEYS } from '../../compiler/language/expression/typed-expression.ts';

/** Identity of a constant among those of its type. */
export function valueText(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * Text of a part of a rule without its position: parts with the same text mean the same.
 *
 * @param nameFor replacement of a variable, or of the variable of a fact
 */
export function partText(part: unknown, nameFor: (variable: string) => string): string {
  return JSON.stringify(part, (property, value: unknown) => {
    if (TYPING_KEYS.has(property) || property === 'at' || property === 'nameAt') return undefined;
    if (typeof value === 'bigint' || Object.is(value, -0)) return valueText(value);
    if (property === 'address' && typeof value === 'string') return nameFor(value);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return value;
    if (value.kind !== 'variable' || !('name' in value) || typeof value.name !== 'string') return value;
    const { name, ...rest } = value;
    return { ...rest, kind: 'named', named: nameFor(name) };
  });
}
