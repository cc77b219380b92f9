/**
 * Syntax of the short form: parsed, still unresolved and not yet lowered to the long form. Lowering
 * (compiler/lower) runs once on the merged sources, because a name may be a template of another file.
 */
import type { Span } from './diagnostics/position.ts';
import type { TableSyntax } from './tables-syntax.ts';
import type { ConstructorTree, PathTree, ShortExpression } from './short-tree.ts';
import type {
  Located,
  MetadataSyntax,
  ObligationSyntax,
  ReasonPartSyntax,
  RuleGroupSyntax,
  RuleSyntax,
  SlotSyntax,
  Syntax,
  ThenSyntax,
  WhenSyntax,
} from './syntax.ts';

/** The sources of a ruleset before its short parts are lowered. */
export type WrittenSyntax = Omit<Syntax, 'ruleGroups'> & {
  readonly ruleGroups: readonly WrittenGroupSyntax[];
  /** Declarations of the document. */
  readonly documents: readonly DocumentSyntax[];
  /** Expressions under a name, in the order in which they are written. */
  readonly definitions: readonly DefinitionSyntax[];
};

export type WrittenGroupSyntax = Omit<RuleGroupSyntax, 'rules' | 'tables'> & {
  /** In the order in which they are written. */
  readonly rules: readonly WrittenRuleSyntax[];
  readonly tables: readonly WrittenTableSyntax[];
};

/** An entry of `define`: `name(parameter, …): expression`, or `name: expression`. */
export interface DefinitionSyntax {
  readonly name: Located<string>;
  /** `null` if it is written without parentheses. */
  readonly parameters: readonly Located<string>[] | null;
  readonly body: ShortExpression;
  readonly at: Span;
}

export type WrittenRuleSyntax =
  | { readonly form: 'long'; readonly rule: RuleSyntax }
  | { readonly form: 'short'; readonly rule: ShortRuleSyntax };

export type WrittenTableSyntax =
  | { readonly form: 'long'; readonly table: TableSyntax }
  | { readonly form: 'short'; readonly table: ShortTableSyntax };

/** A rule of which at least one half is short. */
export interface ShortRuleSyntax {
  readonly name: Located<string>;
  readonly description: string;
  readonly salience: Located<number> | null;
  readonly left: LeftSyntax;
  readonly right: RightSyntax;
  readonly inDoubt: Located<'fire' | 'stay'> | null;
  readonly at: Span;
}

export type LeftSyntax =
  | { readonly form: 'long'; readonly when: readonly WhenSyntax[] }
  | ({ readonly form: 'short' } & ShortLeftSyntax);

export interface ShortLeftSyntax {
  readonly for: readonly ForSyntax[];
  readonly let: readonly { readonly name: Located<string>; readonly value: ShortExpression }[];
  /** All of them must hold. */
  readonly if: readonly ShortExpression[];
  readonly at: Span;
}

/** One name that the rule fires for. */
export interface ForSyntax {
  readonly name: Located<string>;
  readonly source: PathTree;
  /** It is written `name: source`. */
  readonly isNamed: boolean;
}

export type RightSyntax =
  | { readonly form: 'long'; readonly then: ThenSyntax; readonly metadata: readonly MetadataSyntax[] }
  | ({ readonly form: 'short' } & ShortRightSyntax);

export interface ShortRightSyntax {
  readonly action: ShortActionSyntax | null;
  readonly reason: ShortText | null;
  readonly metadata: readonly { readonly key: Located<string>; readonly text: ShortText }[];
  readonly log: Located<string> | null;
  readonly notify: readonly Located<string>[];
  readonly attestation: boolean;
  readonly assert: readonly ConstructorTree[];
  readonly modify: readonly ConstructorTree[];
  /** Names without signs. */
  readonly retract: readonly Located<string>[];
  readonly obligations: readonly (ConstructorTree | { readonly long: ObligationSyntax })[];
  readonly at: Span;
}

export const ACTIONS = ['allow', 'deny', 'escalate', 'route', 'scope'] as const;
type ShortAction = (typeof ACTIONS)[number];

export interface ShortActionSyntax {
  readonly action: Located<ShortAction>;
  /** The reason, or the target of `route` and `scope`; `null` if the value is `true`. */
  readonly text: ShortText | null;
}

/** A text with places in braces. */
export interface ShortText {
  readonly parts: readonly ShortTextPart[];
  readonly at: Span;
}

export type ShortTextPart =
  /** Doubled braces are single ones already where the text is a reason. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'place'; readonly tree: ShortExpression; readonly written: string; readonly at: Span };

/** Texts of output cells, by the placeholder list of parts of each until it is lowered. */
type ShortTexts = ReadonlyMap<readonly ReasonPartSyntax[], ShortText>;

/** A table whose left half or columns are short; its rows are read as those of a long one. */
export interface ShortTableSyntax {
  readonly left: LeftSyntax;
  /** One per input column. */
  readonly inputs: readonly ShortExpression[];
  /** The rest; `when` and `inputs` are empty, and so are the texts of outputs. */
  readonly table: TableSyntax;
  readonly texts: ShortTexts;
}

/** `input:` as a map. */
export interface DocumentSyntax {
  readonly shape: ShapeSyntax;
  readonly at: Span;
}

export type ShapeSyntax =
  | {
      readonly kind: 'object';
      readonly members: readonly MemberSyntax[];
      /** Other members may follow: a schema does not rule them out. */
      readonly isOpen: boolean;
      readonly at: Span;
    }
  | { readonly kind: 'list'; readonly item: ShapeSyntax; readonly at: Span }
  | { readonly kind: 'map'; readonly item: ShapeSyntax; readonly at: Span }
  | { readonly kind: 'single'; readonly slot: ValueSyntax; readonly at: Span }
  /** Only its presence is known. */
  | { readonly kind: 'any'; readonly at: Span };

/** Type of a single value. */
export type ValueSyntax = Pick<SlotSyntax, 'type' | 'allowed' | 'sensitive' | 'default'>;

export interface MemberSyntax {
  readonly name: Located<string>;
  readonly isRequired: boolean;
  readonly shape: ShapeSyntax;
}
