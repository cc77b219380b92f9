import { describe, expect, test } from 'vitest';
import { fuzzSlips } from '../../tools/slip-fuzz/fuzz.ts';
import { rulesetSubject } from '../../tools/slip-fuzz/subject.ts';

const RULES = `ruleset: calls
templates:
  - { name: call, slots: [{ name: user, type: string, required: true }] }
rules:
  - name: root
    when: [{ template: call, conditions: [{ slot: user, expression: equals(root) }] }]
    then: { action: deny, reason: 'not as root' }
  - name: others
    when: [{ template: call }]
    then: { action: allow, reason: 'not as root' }
`;
const SOURCES = [{ path: 'rules.yaml', text: RULES }];

describe('the fuzz of slips', () => {
  test('finds a key that is ignored', () => {
    const subjects = [rulesetSubject('calls', SOURCES, { lenient: true })];
    const { misread } = fuzzSlips({ subjects, count: null, kind: 'key: case', seed: 1, budgetMs: 100 });
    expect(misread.map(({ mutant }) => mutant.slip)).toContain('rules.yaml:6 entry.conditions → Conditions');
    expect(misread.find(({ mutant }) => mutant.slip.endsWith('→ Conditions'))?.shown).toMatch(
      /^unknown-key, allow becomes deny: .*"call"/,
    );
  });

  test('draws the same mutants for the same seed', () => {
    const kindsOf = (seed: number): readonly string[] => {
      const kinds: string[] = [];
      const onMutant = (_: unknown, { kind, slip }: { kind: string; slip: string }): void =>
        void kinds.push(kind + slip);
      fuzzSlips({ subjects: [rulesetSubject('calls', SOURCES)], count: 20, seed, budgetMs: 1, onMutant });
      return kinds;
    };
    expect(kindsOf(3)).toEqual(kindsOf(3));
    expect(kindsOf(3)).not.toEqual(kindsOf(4));
  });
});
