/** Drawn conditions of the short form as data: written as text for the compiler, evaluated by the reference. */

export interface PathNodeDraft {
  readonly kind: 'path';
  /** `input`, or the name of an item. */
  readonly root: string;
  /** Names, indices, and keys that are not written out. */
  readonly keys: readonly (string | number | Operand)[];
  /** Type that all rules use it with. */
  readonly type: ValueType;
  readonly isOptional: boolean;
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
  /** `const.words[key]` */
  | { readonly kind: 'word'; readonly key: Operand }
  | { readonly kind: 'sum' | 'quotient'; readonly left: Operand; readonly right: Operand }
  /** `lower(s)`, `part(s, "b", -1)`; the arguments after the first are written out. */
  | {
      readonly kind: 'function';
      readonly name: ValueFunction;
      readonly of: Operand;
      readonly more: readonly (string | number)[];
    }
  /** `time(s) + 24h` */
  | { readonly kind: 'later'; readonly time: Operand }
  /** `key(item)` */
  | { readonly kind: 'key'; readonly item: string };

export type ValueFunction = 'lower' | 'upper' | 'trim' | 'replace' | 'part' | 'number' | 'quantity' | 'time';

export type Sign = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Partial = 'path_within' | 'in_cidr' | 'host_within' | 'semver_satisfies';
export type TextTest = 'starts_with' | 'ends_with' | 'contains';

export type Condition =
  | { readonly kind: 'compare'; readonly sign: Sign; readonly left: Operand; readonly right: Operand }
  | {
      readonly kind: 'in';
      readonly value: Operand;
      readonly list: readonly string[];
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
      readonly by: string | readonly string[];
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
      readonly kind: 'count';
      readonly name: string;
      readonly list: PathNodeDraft;
      readonly part: Condition;
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

/** True if the service provides a function of it: constructs have only a stub there, so that CLIPS cannot judge it. */
export function isProvided(condition: Condition): boolean {
  switch (condition.kind) {
    case 'partial':
      return true;
    case 'and':
    case 'or':
      return condition.parts.some(isProvided);
    case 'not':
    case 'exists':
    case 'forall':
    case 'count':
    case 'facts':
      return isProvided(condition.part);
    default:
      return false;
  }
}

export function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${operandText(condition.left)} ${condition.sign} ${operandText(condition.right)}`;
    case 'in': {
      const list = condition.list.map((text) => JSON.stringify(text)).join(', ');
      return `${operandText(condition.value)} ${condition.isNegated ? 'not in' : 'in'} [${list}]`;
    }
    case 'member':
      return `${JSON.stringify(condition.value)} ${condition.isNegated ? 'not in' : 'in'} ${operandText(condition.list)}`;
    case 'truth':
      return operandText(condition.value);
    case 'has':
      return `has(${operandText(condition.path)})`;
    case 'text':
      return `${operandText(condition.value)}.${condition.test}(${JSON.stringify(condition.by)})`;
    case 'partial':
      return `${operandText(condition.value)}.${condition.operator}("${ARGUMENTS[condition.operator]}")`;
    case 'and':
    case 'or':
      return `(${condition.parts.map(conditionText).join(` ${condition.kind} `)})`;
    case 'not':
      return `not (${conditionText(condition.part)})`;
    case 'exists':
    case 'forall':
      return `${condition.kind}(${condition.name} in ${operandText(condition.list)}, ${conditionText(condition.part)})`;
    case 'count': {
      const { name, list, part, sign, than } = condition;
      return `count(${name} in ${operandText(list)}, ${conditionText(part)}) ${sign} ${operandText(than)}`;
    }
    case 'facts':
      return `exists(${condition.name} in a, ${conditionText(condition.part)})`;
  }
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'literal':
      return JSON.stringify(operand.value);
    case 'path': {
      const keys = operand.keys
        .map((key) =>
          typeof key === 'string' ? `.${key}` : `[${typeof key === 'number' ? key : operandText(key)}]`,
        )
        .join('');
      return `${operand.root}${keys}${operand.isOptional ? '?' : ''}`;
    }
    case 'default':
      return `(${operandText(operand.path)} ?? ${JSON.stringify(operand.value)})`;
    case 'slot':
      return `${operand.alias}.${operand.slot}`;
    case 'lookup':
      return `const.limits[${operandText(operand.key)}]`;
    case 'word':
      return `const.words[${operandText(operand.key)}]`;
    case 'sum':
      return `${operandText(operand.left)} + ${operandText(operand.right)}`;
    case 'quotient':
      return `${operandText(operand.left)} / ${operandText(operand.right)}`;
    case 'function':
      return `${operand.name}(${[operandText(operand.of), ...operand.more.map((more) => JSON.stringify(more))].join(', ')})`;
    case 'later':
      return `${operandText(operand.time)} + 24h`;
    case 'key':
      return `key(${operand.item})`;
  }
}
