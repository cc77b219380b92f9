import { runProperty } from '../../authoring/properties/run-property.ts';
import { requestFacts } from '../../authoring/run/request-facts.ts';
import type { PropertyResult, Question } from '../protocol/messages.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';
import { soundSuites } from './suites.ts';

/** Two runs of one text say the same. */
const SEED = 1;

/**
 * Proves or tries the properties of all suites, as `ferrule test` does.
 *
 * @throws CompileError
 */
export function tryProperties(
  { ruleset }: Question,
  rulesets: LoadedRulesets,
  tell: (message: string) => void,
): readonly PropertyResult[] {
  const { tested } = rulesets.open(ruleset);
  const now = Date.now();
  return soundSuites(ruleset, tested).flatMap(({ file, cases, properties }) => {
    const known = cases.flatMap((one) => {
      const facts = one.steps === null ? requestFacts(tested.engine, one) : null;
      return facts === null ? [] : [facts];
    });
    return properties.map((property): PropertyResult => {
      tell(property.name);
      const { differences, note } = runProperty(tested, property, { now, seed: SEED, known, lenient: false });
      const refuted = differences.map(({ what, expected, got, why = [] }) =>
        [`${what}: ${got} instead of ${expected}`, ...why].join('\n'),
      );
      return {
        suite: file,
        name: property.name,
        passed: differences.length === 0,
        text: differences.length === 0 ? (note ?? 'holds') : refuted.join('\n'),
      };
    });
  });
}
