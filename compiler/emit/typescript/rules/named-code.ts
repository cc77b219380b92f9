import type { NamedTest, NamedValue } from '../../../../runtime/engine/named-value.ts';
import { isShellStep, type Step } from '../../../../runtime/values/shell-step.ts';
import { code, joined, literal, type Code } from '../code/code.ts';

/** The values that a rule names, as data of its record. */
export function namedCode(named: readonly NamedValue[]): Code {
  return code`[\n${named.map((value) => code`${valueCode(value)},`)}\n]`;
}

const listCode = (items: readonly Code[]): Code => code`[${joined(items, ', ')}]`;
const literals = (items: readonly Step[]): Code => listCode(items.map(stepCode));
const stepCode = (step: Step): Code =>
  isShellStep(step)
    ? code`{ step: ${literal(step.step)}, whenUnknown: ${literal(step.whenUnknown)} }`
    : literal(step);

function valueCode(value: NamedValue): Code {
  const tests = listCode(value.tests.map(testCode));
  if (value.kind === 'slot')
    return code`{ kind: 'slot', shown: ${literal(value.shown)}, fact: ${literals(value.fact)}, slot: ${literal(value.slot)}, tests: ${tests} }`;
  const { steps, item, isExcused, type, list } = value;
  const which = item === null ? literal(null) : literals(item);
  return code`{ kind: 'path', steps: ${listCode(steps.map(literals))}, item: ${which}, isExcused: ${literal(isExcused)}, type: ${literal(type)}, list: ${literal(list)}, tests: ${tests} }`;
}

function testCode(test: NamedTest): Code {
  if (test.kind === 'zero') return code`{ kind: 'zero' }`;
  return test.kind === 'key'
    ? code`{ kind: 'key', of: ${literal(test.of)}, keys: ${literals(test.keys)} }`
    : test.kind === 'argument'
      ? code`{ kind: 'argument', as: ${literal(test.as)} }`
      : code`{ kind: ${literal(test.kind)}, by: ${listCode(test.by.map((by) => (typeof by === 'string' ? literal(by) : valueCode(by))))} }`;
}
