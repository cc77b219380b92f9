export type Severity = 'warning' | 'note';

export type FindingCode =
  | 'always'
  | 'conflict'
  | 'expensive-join'
  | 'fails'
  | 'loop'
  | 'never'
  | 'redundant-rule'
  | 'shadowed-rule'
  | 'unreachable-rule'
  | 'unused-fact'
  | 'unused-slot'
  | 'unused-template'
  | 'wrong-ignore';

/** The table of analysis findings. A warning suggests a change; a note is only information. */
export const FINDING_CODES: Readonly<
  Record<FindingCode, { readonly severity: Severity; readonly title: string }>
> = {
  always: { severity: 'warning', title: 'every request gets the same decision' },
  conflict: { severity: 'note', title: 'an allow and a deny can fire together' },
  'expensive-join': { severity: 'note', title: 'a join has no equality to look up its facts by' },
  fails: { severity: 'warning', title: 'an evaluation without any facts raises an error' },
  loop: { severity: 'warning', title: 'rules assert each other’s facts in an endless loop' },
  never: { severity: 'warning', title: 'rules have an action that never decides' },
  'redundant-rule': {
    severity: 'warning',
    title: 'another rule with the same effect fires whenever it does',
  },
  'shadowed-rule': { severity: 'warning', title: 'the rule fires, but never decides' },
  'unreachable-rule': { severity: 'warning', title: 'no facts make the rule fire' },
  'unused-fact': { severity: 'note', title: 'no rule reads the facts that are asserted' },
  'unused-slot': { severity: 'note', title: 'no rule reads the slot' },
  'unused-template': { severity: 'warning', title: 'no rule reads the template' },
  'wrong-ignore': { severity: 'warning', title: 'an ignore comment that matches nothing or gives no reason' },
};

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_CODES, code);
}
