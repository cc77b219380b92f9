/** Drawn conditions as text. */
import {
  ARGUMENTS,
  innerOperands,
  isOperand,
  operandsOf,
  partsOf,
  type Condition,
  type Operand,
} from './condition.ts';

/** True if the service provides a function of it: constructs have only a stub there, so that CLIPS cannot judge it. */
export const isProvided = (condition: Condition): boolean =>
  condition.kind === 'partial' ||
  (condition.kind === 'text' && condition.test === 'glob') ||
  partsOf(condition).some(isProvided);

/** The definitions that a condition uses, by what stands before the colon. */
export function definitionsIn(condition: Condition): ReadonlyMap<string, string> {
  const own: [string, string][] =
    condition.kind === 'defined'
      ? [
          [
            `${condition.name}${condition.parameter === null ? '' : `(${condition.parameter})`}`,
            conditionText(condition.body),
          ],
        ]
      : [];
  const values = operandsOf(condition).flatMap(namedIn);
  const inner = partsOf(condition).flatMap((part) => [...definitionsIn(part)]);
  return new Map([...own, ...values, ...inner]);
}

const namedIn = (operand: Operand): readonly (readonly [string, string])[] => [
  ...(operand.kind === 'named' ? [[operand.name, operandText(operand.of)] as const] : []),
  ...innerOperands(operand).flatMap(namedIn),
];

export function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${operandText(condition.left)} ${condition.sign} ${operandText(condition.right)}`;
    case 'in': {
      const list =
        condition.list === null
          ? 'const.words'
          : `[${condition.list.map((text) => JSON.stringify(text)).join(', ')}]`;
      return `${operandText(condition.value)} ${condition.isNegated ? 'not in' : 'in'} ${list}`;
    }
    case 'member':
      return `${JSON.stringify(condition.value)} ${condition.isNegated ? 'not in' : 'in'} ${operandText(condition.list)}`;
    case 'truth':
      return operandText(condition.value);
    case 'has':
      return `has(${operandText(condition.path)})`;
    case 'text': {
      const { by } = condition;
      const argument = by === null ? 'const.words' : isOperand(by) ? operandText(by) : JSON.stringify(by);
      return `${operandText(condition.value)}.${condition.test}(${argument})`;
    }
    case 'readable':
      return `${condition.name}-readable(${operandText(condition.of)})`;
    case 'timely':
      return `${operandText(condition.time)}.${condition.operator}(${condition.minutes}m)`;
    case 'weekday':
      return `${operandText(condition.time)}.weekday_in(${JSON.stringify(condition.days)}, "UTC")`;
    case 'defined':
      return condition.argument === null ? condition.name : `${condition.name}(${condition.argument})`;
    case 'partial':
      return `${operandText(condition.value)}.${condition.operator}("${ARGUMENTS[condition.operator]}")`;
    case 'and':
    case 'or':
      return `(${condition.parts.map(conditionText).join(` ${condition.kind} `)})`;
    case 'not':
      return `not (${conditionText(condition.part)})`;
    case 'exists':
    case 'forall':
      return `${condition.kind}(${condition.name} in ${operandText(condition.list)}, ${conditionText(condition.part)})`;
    case 'fold': {
      const { fold, name, list, part, value, sign, than } = condition;
      const args = [
        `${name} in ${operandText(list)}`,
        ...(part === null ? [] : [conditionText(part)]),
        ...(value === null ? [] : [operandText(value)]),
      ];
      return `${fold}(${args.join(', ')}) ${sign} ${operandText(than)}`;
    }
    case 'facts':
      return `exists(${condition.name} in a, ${conditionText(condition.part)})`;
  }
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'literal':
      return JSON.stringify(operand.value);
    case 'path': {
      const { root, keys, union, isOptional } = operand;
      const written = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
      const names = union?.map((name) => JSON.stringify(name)).join(', ');
      return `${root}${names === undefined ? written : `[${names}]`}${isOptional ? '?' : ''}`;
    }
    case 'default':
      return `(${operandText(operand.path)} ?? ${JSON.stringify(operand.value)})`;
    case 'slot':
      return `${operand.alias}.${operand.slot}`;
    case 'lookup':
      return `const.limits[${operandText(operand.key)}]`;
    case 'sum':
      return `${operandText(operand.left)} + ${operandText(operand.right)}`;
    case 'quotient':
      return `${operandText(operand.left)} / ${operandText(operand.right)}`;
    case 'function':
      return `${operand.name}(${[operandText(operand.of), ...operand.more.map((more) => JSON.stringify(more))].join(', ')})`;
    case 'zone':
      return `time(${operandText(operand.of)}, "Europe/Berlin")`;
    case 'shifted':
      return `${operandText(operand.time)} ${operand.sign} ${operand.minutes}m`;
    case 'difference':
      return `${operandText(operand.left)} - ${operandText(operand.right)}`;
    case 'duration':
      return `${operand.minutes}m`;
    case 'now':
      return 'now';
    case 'made':
      return `text(${JSON.stringify(operand.parts.map((part) => (typeof part === 'string' ? part : `{${operandText(part)}}`)).join(''))})`;
    case 'entry':
      return `input.m[${operandText(operand.key)}]${operand.isOptional ? '?' : ''}`;
    case 'named':
      return operand.name;
    case 'list':
      return `list(${operand.item})`;
    case 'key':
      return `key(${operand.item})`;
  }
}
