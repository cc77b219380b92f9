import type { NamedKey, NamedTest, NamedValue } from '../../../../runtime/engine/named-value.ts';
import { isShellStep, type Step } from '../../../../runtime/values/shell-step.ts';
import type { TextCall } from '../../../../runtime/values/text-call.ts';
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
  const { steps, item, isExcused, type, list, keys, union } = value;
  const which = item === null ? literal(null) : literals(item);
  const keyed =
    keys === undefined
      ? code``
      : code`, keys: ${listCode(keys.map((key) => (key === null ? literal(null) : keyCode(key))))}`;
  const united = union === undefined ? code`` : code`, union: ${literals(union)}`;
  return code`{ kind: 'path', steps: ${listCode(steps.map(literals))}${keyed}${united}, item: ${which}, isExcused: ${literal(isExcused)}, type: ${literal(type)}, list: ${literal(list)}, tests: ${tests} }`;
}

function keyCode(key: NamedKey): Code {
  switch (key.kind) {
    case 'names':
      return code`{ kind: 'names', names: ${literals(key.names)} }`;
    case 'text':
      return code`{ kind: 'text', text: ${literal(key.text)} }`;
    case 'value':
      return code`{ kind: 'value', value: ${valueCode(key.value)}, isSensitive: ${literal(key.isSensitive)} }`;
    case 'keys':
      return code`{ kind: 'keys', of: ${valueCode(key.of)} }`;
    case 'lookup':
      return code`{ kind: 'lookup', map: ${listCode(key.map.map(literals))}, key: ${keyCode(key.key)} }`;
    case 'call':
      return code`{ kind: 'call', call: ${callCode(key.call)}, of: ${keyCode(key.of)} }`;
    case 'joined':
      return code`{ kind: 'joined', parts: ${listCode(key.parts.map(keyCode))} }`;
  }
}

const callCode = ({ name, args }: TextCall): Code =>
  code`{ name: ${literal(name)}, args: ${literals(args)} }`;

function testCode(test: NamedTest): Code {
  if (test.kind === 'zero') return code`{ kind: 'zero' }`;
  if (test.kind === 'calls')
    return code`{ kind: 'calls', calls: ${listCode(test.calls.map(callCode))}, isSensitive: ${literal(test.isSensitive)} }`;
  return test.kind === 'key'
    ? code`{ kind: 'key', of: ${literal(test.of)}, keys: ${literals(test.keys)} }`
    : test.kind === 'argument'
      ? code`{ kind: 'argument', as: ${literal(test.as)} }`
      : code`{ kind: ${literal(test.kind)}, by: ${listCode(test.by.map((by) => (typeof by === 'string' ? literal(by) : valueCode(by))))} }`;
}
