/** Drawn conditions of the short form as data: written as text for the compiler, evaluated by the reference. */

export interface PathNodeDraft {
  readonly kind: 'path';
  /** `input`, or the name of an item. */
  readonly root: string;
  readonly keys: readonly (string | number)[];
  /** Type that all rules use it with. */
  readonly type: ValueType;
  readonly isOptional: boolean;
  /** Further lists beside the last key: `input["items", "more"]`. */
  readonly union?: readonly string[];
}

export type ValueType = 'text' | 'number' | 'boolean' | 'any' | 'texts' | 'items' | 'object';

export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | PathNodeDraft
  | { readonly kind: 'default'; readonly path: PathNodeDraft; readonly value: string | number | boolean }
  /** A slot of a fact of the rule. */
  | { readonly kind: 'slot'; readonly alias: string; readonly slot: string }
  /** `const.limits[key]` */
  | { readonly kind: 'lookup'; readonly key: Operand }
  | { readonly kind: 'sum' | 'quotient'; readonly left: Operand; readonly right: Operand }
  /** `lower(s)`, `part(s, "b", -1)`; the arguments after the first are written out. */
  | {
      readonly kind: 'function';
      readonly name: ValueFunction;
      readonly of: Operand;
      readonly more: readonly (string | number)[];
    }
  /** `time(s, "Europe/Berlin")` */
  | { readonly kind: 'zone'; readonly of: Operand }
  /** `time(s) + 10m` */
  | { readonly kind: 'shifted'; readonly time: Operand; readonly sign: '+' | '-'; readonly minutes: number }
  /** `time(s) - time(t)`, `now - time(s)` */
  | { readonly kind: 'difference'; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'duration'; readonly minutes: number }
  | { readonly kind: 'now' }
  /** `text("{input.s}-{x.t}")` */
  | { readonly kind: 'made'; readonly parts: readonly (string | PathNodeDraft)[] }
  /** `input.m[key]` */
  | { readonly kind: 'entry'; readonly key: Operand; readonly isOptional: boolean }
  /** A definition without parameters that stands for a value. */
  | { readonly kind: 'named'; readonly name: string; readonly of: Operand }
  /** `list(item)` of a union. */
  | { readonly kind: 'list'; readonly item: string }
  /** `key(item)` */
  | { readonly kind: 'key'; readonly item: string };

export type ValueFunction = 'lower' | 'upper' | 'trim' | 'replace' | 'part' | 'number' | 'quantity' | 'time';

export type Sign = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Partial = 'path_within' | 'in_cidr' | 'host_within' | 'semver_satisfies';
export type TextTest = 'starts_with' | 'ends_with' | 'contains' | 'glob';
export type Fold = 'count' | 'sum' | 'min' | 'max' | 'distinct';

export type Condition =
  | { readonly kind: 'compare'; readonly sign: Sign; readonly left: Operand; readonly right: Operand }
  | {
      readonly kind: 'in';
      readonly value: Operand;
      /** `null` for `const.words`. */
      readonly list: readonly string[] | null;
      readonly isNegated: boolean;
    }
  | {
      readonly kind: 'member';
      readonly value: string;
      readonly list: PathNodeDraft;
      readonly isNegated: boolean;
    }
  | { readonly kind: 'truth'; readonly value: PathNodeDraft | Extract<Operand, { kind: 'default' }> }
  | { readonly kind: 'has'; readonly path: PathNodeDraft }
  | {
      readonly kind: 'text';
      readonly test: TextTest;
      readonly value: Operand;
      /** `null` for `const.words`. */
      readonly by: string | readonly string[] | Operand | null;
    }
  /** `number-readable(s)` */
  | { readonly kind: 'readable'; readonly name: 'number' | 'quantity' | 'time'; readonly of: Operand }
  /** `time(s).within_last(10m)` */
  | {
      readonly kind: 'timely';
      readonly operator: 'within_last' | 'older_than';
      readonly time: Operand;
      readonly minutes: number;
    }
  /** `time(s).weekday_in(["mon"], "UTC")` */
  | { readonly kind: 'weekday'; readonly time: Operand; readonly days: readonly string[] }
  /** A definition, used with an item or without one. */
  | {
      readonly kind: 'defined';
      readonly name: string;
      readonly parameter: string | null;
      readonly argument: string | null;
      readonly body: Condition;
    }
  | { readonly kind: 'partial'; readonly operator: Partial; readonly value: PathNodeDraft }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'exists' | 'forall';
      readonly name: string;
      readonly list: PathNodeDraft;
      readonly part: Condition;
    }
  | {
      readonly kind: 'fold';
      readonly fold: Fold;
      readonly name: string;
      readonly list: PathNodeDraft;
      readonly part: Condition | null;
      /** Null for a count. */
      readonly value: Operand | null;
      readonly sign: Sign;
      readonly than: Operand;
    }
  /** `exists(name in a, …)` over facts; the condition names no path that may be missing. */
  | { readonly kind: 'facts'; readonly name: string; readonly part: Condition };

/** The argument of each partial operator. */
export const ARGUMENTS: Readonly<Record<Partial, string>> = {
  path_within: '/w',
  in_cidr: '10.0.0.0/8',
  host_within: 'a.org',
  semver_satisfies: '^1.0.0',
};

/** The constant list of texts. */
export const WORDS = ['a', 'AB'];

/** The operands of one comparison; none for what has parts. */
export function operandsOf(condition: Condition): readonly Operand[] {
  switch (condition.kind) {
    case 'compare':
      return [condition.left, condition.right];
    case 'text':
      return [condition.value, ...(isOperand(condition.by) ? [condition.by] : [])];
    case 'in':
    case 'truth':
    case 'partial':
      return [condition.value];
    case 'member':
      return [condition.list];
    case 'readable':
      return [condition.of];
    case 'timely':
    case 'weekday':
      return [condition.time];
    case 'fold':
      return [condition.than, ...(condition.value === null ? [] : [condition.value])];
    default:
      return [];
  }
}

export const isOperand = (by: Extract<Condition, { kind: 'text' }>['by']): by is Operand =>
  typeof by === 'object' && by !== null && 'kind' in by;

/** The conditions that a condition consists of. */
export function partsOf(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts;
    case 'not':
    case 'exists':
    case 'forall':
    case 'facts':
      return [condition.part];
    case 'fold':
      return condition.part === null ? [] : [condition.part];
    case 'defined':
      return [condition.body];
    default:
      return [];
  }
}

/** The operands that an operand is computed from. */
export function innerOperands(operand: Operand): readonly Operand[] {
  switch (operand.kind) {
    case 'default':
      return [operand.path];
    case 'lookup':
    case 'entry':
      return [operand.key];
    case 'sum':
    case 'quotient':
    case 'difference':
      return [operand.left, operand.right];
    case 'function':
    case 'zone':
    case 'named':
      return [operand.of];
    case 'shifted':
      return [operand.time];
    case 'made':
      return operand.parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
    default:
      return [];
  }
}
