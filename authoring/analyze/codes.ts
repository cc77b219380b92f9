export type Severity = 'warning' | 'note';

export type FindingCode =
  | 'always'
  | 'budget-caller-key'
  | 'budget-left-out'
  | 'budget-session'
  | 'budget-unreached'
  | 'closes-when-missing'
  | 'conflict'
  | 'expensive-join'
  | 'fails'
  | 'idle-input'
  | 'loop'
  | 'never'
  | 'open-when-missing'
  | 'redundant-rule'
  | 'shadowed-rule'
  | 'short-shell-members'
  | 'short-shell-starts'
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
  'budget-caller-key': { severity: 'warning', title: 'the caller alone sets the key of a budget' },
  'budget-left-out': {
    severity: 'warning',
    title: 'an allow matches what the condition of a budget leaves out',
  },
  'budget-session': { severity: 'note', title: 'callers who pick session ids are not bound by a budget' },
  'budget-unreached': { severity: 'warning', title: 'no allow uses the budget' },
  'closes-when-missing': {
    severity: 'note',
    title: 'every document without the member is denied or escalated',
  },
  conflict: { severity: 'note', title: 'an allow and a deny can fire together' },
  'expensive-join': { severity: 'note', title: 'a join has no equality to look up its facts by' },
  fails: { severity: 'warning', title: 'an evaluation without any facts raises an error' },
  'idle-input': { severity: 'note', title: 'an entry of input yields no fact in any case' },
  loop: { severity: 'warning', title: 'rules assert each other’s facts in an endless loop' },
  never: { severity: 'warning', title: 'rules have an action that never decides' },
  'open-when-missing': {
    severity: 'warning',
    title: 'a document becomes allowed when a member is left out',
  },
  'redundant-rule': {
    severity: 'warning',
    title: 'another rule with the same effect fires whenever it does',
  },
  'shadowed-rule': { severity: 'warning', title: 'the rule fires, but never decides' },
  'short-shell-members': {
    severity: 'warning',
    title: 'an allow tests the programs of commands and little else of them',
  },
  'short-shell-starts': {
    severity: 'warning',
    title: 'an allow allows a program that can start others',
  },
  'unreachable-rule': { severity: 'warning', title: 'no facts make the rule fire' },
  'unused-fact': { severity: 'note', title: 'no rule reads the facts that are asserted' },
  'unused-slot': { severity: 'note', title: 'no rule reads the slot' },
  'unused-template': { severity: 'warning', title: 'no rule reads the template' },
  'wrong-ignore': { severity: 'warning', title: 'an ignore comment that matches nothing or gives no reason' },
};

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_CODES, code);
}
