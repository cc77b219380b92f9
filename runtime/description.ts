/** Descriptions that the API lists and the values that leave the engine: plain data. */

export type SlotTypeName = 'STRING' | 'SYMBOL' | 'INTEGER' | 'FLOAT' | 'BOOLEAN' | 'TIME';

export type DecideMode = 'deny-overrides' | 'allow-overrides' | 'last' | 'first';

/** A single value as it leaves the engine: SYMBOL, STRING and TIME (RFC 3339) as strings, INTEGER as number or bigint. */
export type ItemData = string | number | bigint | boolean;

/** A slot's value as it leaves the engine. */
export type SlotData = ItemData | readonly ItemData[];

export interface SlotInfo {
  readonly name: string;
  /** The type of the value, or of each item of a list. */
  readonly type: SlotTypeName;
  readonly list: boolean;
  /** Most items of a list; null: any number. */
  readonly maxItems: number | null;
  readonly required: boolean;
  /** As facts leave the engine. */
  readonly default: SlotData | null;
  readonly allowedValues: readonly string[] | null;
}

export interface TemplateInfo {
  readonly name: string;
  readonly description: string;
  readonly scope: 'session' | 'fleet';
  /** Set if only the host sends its facts, or only the document has them (default: any caller sends them). */
  readonly from?: 'host' | 'document';
  /** Facts of it that working memory may hold when rules begin to fire; left out: any number. */
  readonly atMost?: number;
  readonly slots: readonly SlotInfo[];
}

export interface RuleInfo {
  /** `module::rule`. */
  readonly name: string;
  readonly module: string;
  readonly description: string;
  readonly salience: number;
  readonly action: string | null;
  /** `file:line:column`. */
  readonly position: string;
}

export interface ModuleInfo {
  readonly name: string;
  readonly description: string;
  readonly priority: number;
  readonly rules: number;
}

export type Metadata = Readonly<Record<string, string>>;

/** Keys and texts in order: keys come from the ruleset, so they become keys of an object only in metadataOf. */
export type MetadataPairs = readonly (readonly [string, string])[];

/** INTEGER as number or bigint, a symbol as its text. */
export type SingleValue = string | number | bigint | boolean;

/** The value of an obligation's property. */
export type PropertyValue = SingleValue | readonly SingleValue[];

/** A duty that the caller must fulfil with the action. */
export interface Obligation {
  readonly type: string;
  readonly properties: Readonly<Record<string, PropertyValue>>;
}

/** Facts of one template that a document holds, as `input:` says it. */
export interface InputInfo {
  readonly template: string;
  /** Paths as they are written. */
  readonly each: readonly string[];
  readonly paths: ReadonlyMap<string, string>;
}

/** A part of a document, as rules read it. */
export interface ReadPart {
  /** True if the value itself is read. Otherwise only its presence is read, and if it is an object or a list. */
  readonly whole: boolean;
  readonly sensitive: boolean;
  readonly members: ReadonlyMap<string, ReadPart>;
  /** Every member or item that `members` does not name; null: those are not read. */
  readonly every: ReadPart | null;
}

/** The decision when no rule decides; an action of null: none. */
export interface DefaultInfo {
  readonly action: string | null;
  /** `null` for the standard words. */
  readonly reason: string | null;
}

/** Slots that are masked wherever they are stored. */
export interface SensitiveInfo {
  /** Slots by template. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** By `module::rule`: whether the reason, which keys of metadata, which properties of obligations by their type. */
  readonly rules: ReadonlyMap<
    string,
    {
      readonly reason: boolean;
      readonly metadata: readonly string[];
      readonly obligations: readonly (readonly [string, readonly string[]])[];
    }
  >;
}

export type HostFunction = (...args: readonly HostValue[]) => HostValue;

/** Values that cross to host functions: a SYMBOL is `{ symbol }`, a FLOAT `{ float }`, a multifield an array. */
export type HostValue =
  | string
  | number
  | bigint
  | boolean
  | { readonly symbol: string }
  | { readonly float: number }
  | readonly HostValue[];

/** Limits of one evaluation; passing one is a LimitError and leaves working memory as it was. */
export interface Limits {
  readonly firings: number;
  readonly facts: number;
  /** Matches made by one evaluation or assertion: what joins multiply. */
  readonly matches: number;
  /** Activations that wait in one module. */
  readonly activations: number;
  readonly loopSteps: number;
  readonly recursionDepth: number;
  /** Facts that one document may be. */
  readonly inputFacts: number;
}

export const DEFAULT_LIMITS: Limits = {
  firings: 100_000,
  facts: 1_000_000,
  matches: 2_000_000,
  activations: 2_000_000,
  loopSteps: 1_000_000,
  recursionDepth: 1_000,
  inputFacts: 10_000,
};
