import type { Report } from '../../diagnostics/report.ts';
import type { ConditionSyntax, RuleSyntax, SlotValueSyntax, SourceText, WhenSyntax } from '../../syntax.ts';
import type { NamedAggregate } from '../../ruleset.ts';
import type { Checked } from '../checked.ts';
import type { Domain } from './domain.ts';
import type { DraftField } from './environment.ts';
import { freeName } from './internal-functions.ts';

/** State that all parts of one rule share while it is checked. */
export interface RuleContext {
  readonly checked: Checked;
  readonly report: Report;
  /** A variable name for the constructs that nothing else in the rule has. */
  readonly fresh: (hint: string) => string;
  /** The name that an author's variable has in the constructs. */
  readonly own: (variable: string) => string;
  /** Aliases anywhere in the rule, for diagnostics. */
  readonly aliases: ReadonlySet<string>;
  /** Templates of the patterns at the top level of the rule, for diagnostics. */
  readonly matched: readonly string[];
  /** Variables that a `bind` anywhere in the rule names, those of dropped patterns included. */
  readonly binds: ReadonlySet<string>;
  /** Known values of a variable where it was bound, by name in the constructs. */
  readonly domains: Map<string, Domain>;
  readonly fieldDomains: Map<DraftField, Domain>;
  /** Names of lists whose items appear one by one in their pattern: an expression in the constructs, not a variable. */
  readonly spelled: Set<string>;
  /** Set when a pattern was dropped: what it would have bound is then not reported as missing. */
  readonly incomplete: { value: boolean };
  /** Module of the rule. */
  readonly module: string;
  /** Conditions that are judged after a hidden fact, in a group or at the top level: temporal conditions, or aggregates. */
  readonly judged: { value: 'tick' | 'stage' | null };
  /** The call that computes each aggregate, by a variable that the constructs do not have. */
  readonly aggregates: Map<string, NamedAggregate>;
}

const VARIABLE = /\?([A-Za-z_][A-Za-z0-9_-]*)/g;
/** CLIPS 6.30 reads a variable only when its name begins with a letter. */
const LETTER = /^[A-Za-z]/;

export function createRuleContext(
  rule: RuleSyntax,
  module: string,
  checked: Checked,
  report: Report,
): RuleContext {
  const names = namesIn(rule);
  const taken = new Set(names.variables);
  const own = new Map<string, string>();
  const fresh = (hint: string): string => {
    const name = freeName(LETTER.test(hint) ? hint : 'v' + hint, taken);
    taken.add(name);
    return name;
  };
  return {
    checked,
    report,
    fresh,
    own(variable) {
      if (LETTER.test(variable)) return variable;
      const name = own.get(variable) ?? fresh(variable);
      own.set(variable, name);
      return name;
    },
    aliases: names.aliases,
    matched: rule.when.flatMap((element) => (element.kind === 'pattern' ? [element.template.value] : [])),
    binds: names.binds,
    domains: new Map(),
    fieldDomains: new Map(),
    spelled: new Set(),
    incomplete: { value: false },
    module,
    judged: { value: null },
    aggregates: new Map(),
  };
}

/** Every name after a `?` or `$` anywhere in the rule; extra names do no harm. */
function namesIn(rule: RuleSyntax): Record<'variables' | 'aliases' | 'binds', Set<string>> {
  const variables = new Set<string>();
  const binds = new Set<string>();
  const aliases = new Set<string>();
  const addNames = (text: string): void => {
    if (!/[?$]/.test(text)) return;
    for (const [, name] of text.matchAll(VARIABLE)) if (name) variables.add(name);
  };
  const addSource = (source: SourceText | null): void => {
    addNames(source?.text ?? '');
  };
  const addCondition = ({ bind, each, expression, test }: ConditionSyntax): void => {
    for (const bound of [bind, each]) {
      if (bound === null) continue;
      variables.add(bound.value);
      binds.add(bound.value);
    }
    addNames(expression?.raw.value ?? '');
    addSource(test);
  };
  const addElement = (element: WhenSyntax): void => {
    switch (element.kind) {
      case 'pattern':
        if (element.alias) aliases.add(element.alias.value);
        return element.conditions.forEach(addCondition);
      case 'any':
        return element.branches.flat().forEach(addElement);
      case 'aggregate':
        for (const name of [element.as?.value, element.of?.kind === 'variable' ? element.of.name : null])
          if (name) variables.add(name);
        addNames(element.expression?.raw.value ?? '');
        if (element.of?.kind === 'computed') addSource(element.of.source);
        return element.elements.forEach(addElement);
      case 'forall':
        return [element.each, ...element.must].forEach(addElement);
      default:
        return element.elements.forEach(addElement);
    }
  };
  const addValues = ({ slots }: { readonly slots: readonly SlotValueSyntax[] }): void =>
    slots.forEach((value) => (value.items ?? [value]).forEach(({ source }) => addSource(source)));
  rule.when.forEach(addElement);
  [...rule.then.assert, ...rule.then.modify].forEach(addValues);
  for (const { properties } of rule.then.obligations) addValues({ slots: properties });
  return { variables, aliases, binds };
}
