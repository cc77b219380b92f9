import { writeJson } from '../../json.ts';
import type { Change, ExplainedFact, Explanation, FailedCondition, Flip, Place } from '../explanation.ts';

/** How an explanation is written. */
export interface ExplanationFormat {
  readonly name: string;
  readonly write: (explanation: Explanation) => string;
}

export function valueText(value: unknown): string {
  return writeJson(value);
}

export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** `transfer { amount: 10 }`. */
export function factText({ template, data }: Pick<ExplainedFact, 'template' | 'data'>): string {
  const slots = Object.entries(data).map(([slot, value]) => `${slot}: ${valueText(value)}`);
  return slots.length === 0 ? template : `${template} { ${slots.join(', ')} }`;
}

/** A condition that failed, on one line. */
export function failureText({ slot, expected, actual, with: others, error }: FailedCondition): string {
  const about = others.map((other) => {
    const from = other.fact === null ? '' : `, fact ${other.fact}`;
    return `${other.slot ?? `?${other.name}`} is ${valueText(other.value)}${from}`;
  });
  const wanted = about.length === 0 ? expected : `${expected} (${about.join('; ')})`;
  return `${slot} is ${valueText(actual)}, not ${wanted}${error === null ? '' : `: asking it raised: ${error}`}`;
}

export function changeText(change: Change): string {
  switch (change.kind) {
    case 'slot':
      return `${change.template}.${change.slot} of fact ${change.fact}: ${valueText(change.to)} instead of ${valueText(change.from)}`;
    case 'remove':
      return `without fact ${change.fact}, ${change.template}`;
    case 'add':
      return `with another fact, ${factText(change)}`;
  }
}

export function flipText({ changes, decision, rule }: Flip): string {
  const by = rule === null ? 'by default' : `by ${rule}`;
  return `${decision ?? 'none'} ${by}: ${changes.map(changeText).join('; and ')}`;
}
