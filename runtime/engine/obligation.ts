import type { Obligation, PropertyValue, SingleValue } from '../description.ts';
import { EvaluationError } from './errors.ts';
import { jsonText } from '../values/json-text.ts';
import type { Matcher, Obliged } from './matcher.ts';
import { FloatValue, SymbolValue, truthy, type Multifield, type Value } from '../values/values.ts';

/** An obligation from its pairs: keys never reach the prototype. */
export function obligation(type: string, pairs: readonly (readonly [string, PropertyValue])[]): Obligation {
  return { type, properties: Object.fromEntries(pairs) };
}

/** A FLOAT of an obligation; what is not finite has no JSON text. */
export function propertyFloat(name: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new EvaluationError(`Property '${name}' cannot hold a number that is not finite`);
}

/** A computed value of which only its type at run time is known. */
export function propertyValue(name: string, value: Value): SingleValue {
  if (value instanceof FloatValue) return propertyFloat(name, value.value);
  if (value instanceof SymbolValue) return value.name;
  if (typeof value === 'object') throw new EvaluationError(`Property '${name}' takes a single value`);
  return value;
}

/** The items of a list as JSON has them; `booleans`: its symbols are truth values. */
export function propertyList(name: string, list: Multifield, booleans: boolean): readonly SingleValue[] {
  return list.map((item) =>
    booleans && item instanceof SymbolValue ? truthy(item) : propertyValue(name, item),
  );
}

/** Remembers what the firing rule obliges to. */
export function oblige(matcher: Matcher, obligations: readonly Obligation[]): void {
  const { log, obliged } = matcher.outcome;
  const firing = log === null ? 0 : log.matches.length - 1;
  obliged.push({ rule: matcher.current!, firing, obligations });
}

/** The obligations of all firings with the winning action, in order, each once; null when there are none. */
export function winningObligations(obliged: readonly Obliged[], action: string): Obligation[] | null {
  const found = new Map<string | undefined, Obligation>();
  for (const { rule, obligations } of obliged) {
    if (rule.action !== action) continue;
    for (const one of obligations) {
      const text = jsonText([one.type, one.properties]);
      if (!found.has(text)) found.set(text, one);
    }
  }
  return found.size === 0 ? null : [...found.values()];
}
