export type Severity = 'warning' | 'note';

export type FindingCode =
  | 'always'
  | 'closes-when-missing'
  | 'conflict'
  | 'expensive-join'
  | 'fails'
  | 'loop'
  | 'never'
  | 'open-when-missing'
  | 'redundant-rule'
  | 'shadowed-rule'
  | 'unreachable-rule'
  | 'unused-fact'
  | 'unused-slot'
  | 'unused-template'
  | 'wrong-ignore';

/** THE table of findings of an analysis. A warning is worth a change; a note is only information. */
export const FINDING_CODES: Readonly<
  Record<FindingCode, { readonly severity: Severity; readonly title: string }>
> = {
  always: { severity: 'warning', title: 'every request is decided alike' },
  'closes-when-missing': {
    severity: 'note',
    title: 'every document without the member is denied or escalated',
  },
  conflict: { severity: 'note', title: 'an allow and a deny can fire together' },
  'expensive-join': { severity: 'note', title: 'patterns are joined by nothing that finds their facts' },
  fails: { severity: 'warning', title: 'an evaluation without any facts raises an error' },
  loop: { severity: 'warning', title: 'rules assert each other’s facts without end' },
  never: { severity: 'warning', title: 'rules have an action that nothing is ever decided with' },
  'open-when-missing': {
    severity: 'warning',
    title: 'leaving a member out makes a document allowed',
  },
  'redundant-rule': {
    severity: 'warning',
    title: 'another rule with the same effect fires whenever it does',
  },
  'shadowed-rule': { severity: 'warning', title: 'the rule fires, but never decides' },
  'unreachable-rule': { severity: 'warning', title: 'no facts make the rule fire' },
  'unused-fact': { severity: 'note', title: 'no rule reads the facts that are asserted' },
  'unused-slot': { severity: 'note', title: 'no rule reads the slot' },
  'unused-template': { severity: 'warning', title: 'no rule reads the template' },
  'wrong-ignore': { severity: 'warning', title: 'a comment that ignores nothing, or does not say why' },
};

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_CODES, code);
}
