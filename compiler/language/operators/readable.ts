/**
 * Companions of the operators that cannot judge every value: whether they can. A value that they cannot read is neither
 * within nor not within, so a condition on it is unknown in the short form.
 */
import type { TextTestName } from '../functions/text-tests.ts';
import { buildAt, operandExpression } from './build-expression.ts';
import { complementOf } from './complement.ts';
import { hostWithin } from './host-within.ts';
import { inCidr } from './in-cidr.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';
import { pathWithin } from './path-within.ts';
import { semverSatisfies } from './semver-satisfies.ts';

/** The operator that takes the arguments of `judged`, and holds if that one can judge the value by each of them. */
function readableBy(name: string, judged: Operator, one: TextTestName, each: TextTestName | null): Operator {
  return {
    name,
    slotTypes: TEXT_SLOT,
    parameters: judged.parameters,
    problemOf: judged.problemOf ?? (() => null),
    lower: ({ at }, operand: Operand) => {
      const { call } = buildAt(at);
      const isList = operand.kind === 'variable' && operand.list;
      return [
        {
          kind: 'predicate',
          build(subject) {
            const items = operand.kind === 'list' ? operand.items : [operand];
            const test = isList && each !== null ? each : one;
            const tests = items.map((item) => call(test, operandExpression(item), subject));
            const [only] = tests;
            return tests.length === 1 && only ? only : call('and', ...tests);
          },
          restriction: null,
        },
      ];
    },
  };
}

export const pathReadable = readableBy('path_readable', pathWithin, 'service-path-readable?', null);
export const hostReadable = readableBy('host_readable', hostWithin, 'service-host-readable?', null);
export const ipReadable = readableBy(
  'ip_readable',
  inCidr,
  'service-ip-readable?',
  'service-ip-readable-by-each?',
);
export const semverReadable = readableBy(
  'semver_readable',
  semverSatisfies,
  'service-semver-readable?',
  null,
);
export const notPathReadable = complementOf('not_path_readable', pathReadable);
export const notHostReadable = complementOf('not_host_readable', hostReadable);
export const notIpReadable = complementOf('not_ip_readable', ipReadable);
export const notSemverReadable = complementOf('not_semver_readable', semverReadable);
