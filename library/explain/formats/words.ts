import { writeJson } from '../../json.ts';
import type { Change, ExplainedFact, Explanation, FailedCondition, Flip, Place } from '../explanation.ts';

/** Output format of an explanation. */
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

/** `transfer { amount: 10 }`; of a place of the document `input.amount = 10`. */
export function factText({
  template,
  path,
  data,
}: Pick<ExplainedFact, 'template' | 'path' | 'data'>): string {
  const { value, ...below } = data;
  if (path !== undefined && value !== undefined && Object.keys(below).length === 0)
    return `${path} = ${valueText(value)}`;
  const slots = Object.entries(data).map(([slot, one]) => `${slot}: ${valueText(one)}`);
  return slots.length === 0 ? (path ?? template) : `${path ?? template} { ${slots.join(', ')} }`;
}

/** A condition that failed, on one line. */
export function failureText(failed: FailedCondition): string {
  const { slot, expected, actual, with: others, error, operator } = failed;
  const about = others.map((other) => {
    const from = other.fact === null || isPath(other.name) ? '' : `, fact ${other.fact}`;
    const name = other.name.includes('.') ? other.name : (other.slot ?? `?${other.name}`);
    return `${name} is ${valueText(other.value)}${from}`;
  });
  const where = about.length === 0 ? '' : ` (${about.join('; ')})`;
  const raised = error === null ? '' : `: evaluating it raised: ${error}`;
  const own = wantedValue(slot, expected);
  const is = `${slot} is ${valueText(actual)}`;
  const isSentence = isPath(slot) || /^not\b/.test(expected) || /^(?:[=!<>].*|(?:not )?in)$/.test(operator);
  if (own === null && isSentence) return `${is}: ${expected} does not hold${where}${raised}`;
  return `${is}, not ${own ?? expected}${where}${raised}`;
}

/** True for a path of the document. */
export const isPath = (name: string): boolean => /^input[.[]/.test(name);

/** `input.rows > 1000` as its subject, sign and value. */
const COMPARISON =
  /^(?<name>[A-Za-z_][\w-]*)(?<rest>(?:\.[\w-]+|\[[^\]]*\])*)\??\s*(?<sign>==|[!<>]=|[<>]|in\b|not in\b)\s*(?<value>.*)$/s;

/** The value that was expected: `> 1000`, `"prod"`; null if the condition is not a comparison that begins with the slot. */
function wantedValue(slot: string, expected: string): string | null {
  const { name = '', rest = '', sign = '', value = '' } = COMPARISON.exec(expected)?.groups ?? {};
  const isOwn = isPath(slot)
    ? name + rest === slot || (name !== 'input' && slot.includes('[') && slot.endsWith(rest))
    : rest === `.${slot}`;
  if (!isOwn || sign === '') return null;
  return sign === '==' ? value : `${sign} ${value}`;
}

function changeText(change: Change): string {
  switch (change.kind) {
    case 'slot':
      return `${change.template}.${change.slot} of fact ${change.fact}: ${valueText(change.to)} instead of ${valueText(change.from)}`;
    case 'set':
      return change.from === undefined
        ? `set ${change.path} to ${valueText(change.to)}`
        : `set ${change.path} to ${valueText(change.to)} instead of ${valueText(change.from)}`;
    case 'leave_out':
      return `leave out ${change.path}`;
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
