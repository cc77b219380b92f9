/**
 * Result of the read phase: the documents of a ruleset as typed plain data, still unresolved. Every part keeps
 * its span. Defaults of the language are not filled in; `null` means "not written".
 */
import type { BudgetSyntax } from './budget-syntax.ts';
import type { InfixCondition } from './infix-condition.ts';
import type { NamedValue } from '../runtime/engine/named-value.ts';
import type { Span } from './diagnostics/position.ts';
import type { AuthzenSyntax, InputSyntax } from './input-syntax.ts';
import type { AggregateSyntax, ConstantSyntax, RelationSyntax, TableSyntax } from './tables-syntax.ts';

export interface Located<T> {
  readonly value: T;
  readonly at: Span;
}

/** Everything of all sources, in sorted path order and document order; kinds are independent of file order. */
export interface Syntax {
  readonly templates: readonly TemplateSyntax[];
  readonly modules: readonly ModuleSyntax[];
  readonly focusOrders: readonly { readonly names: readonly Located<string>[]; readonly at: Span }[];
  readonly hierarchies: readonly HierarchySyntax[];
  readonly functions: readonly FunctionSyntax[];
  readonly ruleGroups: readonly RuleGroupSyntax[];
  readonly decides: readonly Located<string>[];
  readonly inputs: readonly InputSyntax[];
  readonly authzens: readonly AuthzenSyntax[];
  readonly budgets: readonly BudgetSyntax[];
  readonly defaults: readonly DefaultSyntax[];
  readonly constants: readonly ConstantSyntax[];
  /** Values that a load puts in the place of the ruleset's own. */
  readonly settings: readonly ConstantSyntax[];
  readonly relations: readonly RelationSyntax[];
  /** Paths of other rulesets, whose sources are among those read. */
  readonly imports: readonly Located<string>[];
}

/** `default:`, the decision when no rule decides. */
export interface DefaultSyntax {
  readonly action: Located<string>;
  readonly reason: { readonly parts: readonly ReasonPartSyntax[]; readonly at: Span } | null;
  readonly at: Span;
}

export interface TemplateSyntax {
  readonly name: Located<string>;
  readonly description: string;
  readonly scope: Located<string> | null;
  readonly from: Located<string> | null;
  readonly atMost: Located<number> | null;
  readonly slots: readonly SlotSyntax[];
  readonly at: Span;
}

export interface SlotSyntax {
  readonly name: Located<string>;
  readonly type: Located<string>;
  readonly list: boolean;
  readonly maxItems: Located<number> | null;
  readonly required: boolean;
  /** Its values are masked wherever they are kept. */
  readonly sensitive: boolean;
  readonly default: Located<ScalarValue> | Located<readonly Located<ScalarValue>[]> | null;
  readonly allowed: Located<readonly Located<ScalarValue>[]> | null;
  readonly at: Span;
}

/** A YAML scalar under the core schema, with its source text (`1.50` stays `1.50`). Integers are exact. */
export type ScalarValue =
  | { readonly kind: 'string'; readonly value: string; readonly text: string }
  | { readonly kind: 'integer'; readonly value: bigint; readonly text: string }
  | { readonly kind: 'float'; readonly value: number; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly text: string }
  | { readonly kind: 'null'; readonly text: string };

export interface ModuleSyntax {
  readonly name: Located<string>;
  readonly description: string;
  readonly priority: Located<number> | null;
  readonly at: Span;
}

export interface HierarchySyntax {
  readonly name: Located<string>;
  readonly levels: readonly Located<string>[];
  readonly compartments: readonly Located<string>[];
  readonly at: Span;
}

export interface FunctionSyntax {
  readonly name: Located<string>;
  readonly type: Located<string>;
  readonly description: string;
  readonly params: readonly Located<string>[];
  readonly body: SourceText | null;
  readonly hierarchyRef: Located<string> | null;
  readonly at: Span;
}

/** A scalar whose text is itself source (CLIPS, a condition expression, a reason). */
export interface SourceText {
  /** The text after YAML has removed quotes, folding and escapes. */
  readonly text: string;
  readonly at: Span;
  /**
   * Span in the file of the range [start, end) of `text`. Exact where text and file agree character by character
   * (plain, single-line and literal block scalars), else the whole scalar.
   */
  readonly spanOf: (start: number, end: number) => Span;
}

/** `module:`, `ruleset:`, `version:` and the `rules:` of one document. */
export interface RuleGroupSyntax {
  readonly module: Located<string> | null;
  readonly ruleset: Located<string> | null;
  readonly version: Located<string> | null;
  readonly rules: readonly RuleSyntax[];
  /** Their rules come behind `rules`. */
  readonly tables: readonly TableSyntax[];
  readonly at: Span;
}

export interface RuleSyntax {
  readonly name: Located<string>;
  readonly description: string;
  readonly salience: Located<number> | null;
  readonly metadata: readonly MetadataSyntax[];
  readonly when: readonly WhenSyntax[];
  readonly then: ThenSyntax;
  /** The values that the conditions of a short rule that closes name (default: none). */
  readonly named?: readonly NamedValue[];
  /** Paths without which it fires whatever else the document holds (default: none). */
  readonly closesWithout?: readonly string[];
  readonly infix?: readonly InfixCondition[];
  readonly at: Span;
}

export interface MetadataSyntax {
  readonly key: Located<string>;
  /** The text, parsed at `{…}`. */
  readonly parts: readonly ReasonPartSyntax[];
}

export type WhenSyntax =
  | PatternSyntax
  | { readonly kind: 'not' | 'exists'; readonly elements: readonly WhenSyntax[]; readonly at: Span }
  | { readonly kind: 'any'; readonly branches: readonly (readonly WhenSyntax[])[]; readonly at: Span }
  | {
      readonly kind: 'forall';
      readonly each: PatternSyntax;
      readonly must: readonly WhenSyntax[];
      readonly at: Span;
    }
  | AggregateSyntax;

export interface PatternSyntax {
  readonly kind: 'pattern';
  readonly template: Located<string>;
  /** `template` is the name of a relation. */
  readonly relation?: true;
  /** Without the `$`. */
  readonly alias: Located<string> | null;
  readonly conditions: readonly ConditionSyntax[];
  readonly at: Span;
}

/**
 * INVARIANT (checked while reading): `slot` with `expression`, `bind` and/or `each`, or `test`, or `now`, or a
 * combination.
 */
export interface ConditionSyntax {
  readonly slot: Located<string> | null;
  /** Without the `?`: names each item of the list in turn, of which `expression` says something then. */
  readonly each: Located<string> | null;
  readonly expression: OperatorSyntax | null;
  /** Without the `?` or `$?`. */
  readonly bind: Located<string> | null;
  /** It is written `$?`, as the name of a whole list. */
  readonly bindsList: boolean;
  readonly test: SourceText | null;
  /** Condition on the clock. */
  readonly now: OperatorSyntax | null;
  readonly at: Span;
}

/** `operator(arguments)`, parsed. */
export interface OperatorSyntax {
  readonly operator: Located<string>;
  readonly args: readonly ArgumentSyntax[];
  /** The text between the parentheses, for `matches`, whose argument is not split at commas. */
  readonly raw: Located<string>;
  readonly at: Span;
}

export type ArgumentSyntax =
  /** A bare word or phrase, or a number: typed by the slot it meets. */
  | {
      readonly kind: 'bare';
      readonly text: string;
      readonly isLiteral?: true;
      /** It is the value of a constant, and no reference whatever it looks like. */
      readonly isConstant?: true;
      readonly at: Span;
    }
  /** `isLiteral`: it is in `literal(…)` and is text whatever it looks like. */
  | { readonly kind: 'quoted'; readonly text: string; readonly isLiteral?: true; readonly at: Span }
  | { readonly kind: 'list'; readonly items: readonly ArgumentSyntax[]; readonly at: Span }
  | {
      readonly kind: 'map';
      readonly entries: readonly { readonly key: Located<string>; readonly value: ArgumentSyntax }[];
      readonly at: Span;
    }
  /** `$alias.slot` */
  | { readonly kind: 'reference'; readonly alias: string; readonly slot: string; readonly at: Span }
  /** `?x` */
  | { readonly kind: 'variable'; readonly name: string; readonly at: Span }
  /** `$const.map[key]` */
  | LookupSyntax;

export interface LookupSyntax {
  readonly kind: 'lookup';
  readonly map: string;
  readonly key: ArgumentSyntax;
  readonly at: Span;
}

export interface ThenSyntax {
  readonly action: Located<string> | null;
  /** Parsed at `{…}`; `{{` and `}}` are already single braces in text parts. */
  readonly reason: readonly ReasonPartSyntax[];
  readonly log: Located<string> | null;
  readonly notify: readonly Located<string>[];
  readonly attestation: boolean;
  readonly scope: readonly ReasonPartSyntax[] | null;
  readonly obligations: readonly ObligationSyntax[];
  readonly metadata: readonly MetadataSyntax[];
  readonly assert: readonly AssertSyntax[];
  /** Aliases without the `$`. */
  readonly retract: readonly Located<string>[];
  readonly modify: readonly ModifySyntax[];
  readonly at: Span;
}

/** Duties of the caller. Values are written as those of slots. */
export interface ObligationSyntax {
  readonly type: Located<string>;
  readonly properties: readonly SlotValueSyntax[];
  readonly at: Span;
}

export type ReasonPartSyntax =
  | { readonly kind: 'text'; readonly text: string }
  /** `{name}` */
  | { readonly kind: 'variable'; readonly name: string; readonly at: Span }
  /** `{alias.slot}` */
  | { readonly kind: 'reference'; readonly alias: string; readonly slot: string; readonly at: Span }
  | BareReferenceSyntax;

/** `$alias.slot` or `?name` without braces: text, unless the rule binds it. Then it is most likely a slip. */
export interface BareReferenceSyntax {
  readonly kind: 'bare';
  /** As written. */
  readonly text: string;
  /** Alias or variable. */
  readonly name: string;
  /** `null` for a variable. */
  readonly slot: string | null;
  /** True if it is the whole of a text that `literal(…)` can mark as text. */
  readonly isWhole: boolean;
  readonly at: Span;
}

export interface AssertSyntax {
  readonly template: Located<string>;
  readonly slots: readonly SlotValueSyntax[];
  readonly at: Span;
}

export interface ModifySyntax {
  /** Alias without the `$`. */
  readonly fact: Located<string>;
  readonly slots: readonly SlotValueSyntax[];
  readonly at: Span;
}

/** Source text when it starts with `?` or `(`, plain text otherwise. A non-string scalar keeps its kind. */
export interface SlotItemSyntax {
  readonly source: SourceText;
  readonly scalar: ScalarValue;
  /** Plain text, parsed at `{…}`. */
  readonly parts: readonly ReasonPartSyntax[];
  /** It is `$const.map[key]` as a whole. */
  readonly lookup: LookupSyntax | null;
}

/** One value, or the items of a list. */
export type SlotValueSyntax = { readonly slot: Located<string> } & (
  | ({ readonly items: null } & SlotItemSyntax)
  | { readonly items: readonly SlotItemSyntax[]; readonly at: Span }
);
