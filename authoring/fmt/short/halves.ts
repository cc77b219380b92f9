/** The short forms of a rule's halves, from the best to none. */
import type { Vocabulary } from '../../../compiler/lower/vocabulary.ts';
import { tidy } from '../../../compiler/lower/lower-rule.ts';
import type { WrittenRuleSyntax } from '../../../compiler/short-syntax.ts';
import type { MetadataSyntax, ThenSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import { raiseLeft, type ShortLeft } from './raise-left.ts';
import { raiseRight, type ShortRight } from './raise-right.ts';
import type { DeclaredDocument } from './declared-document.ts';
import type { HiddenTemplates } from './hidden-templates.ts';
import { createRaiseScope } from './raise-scope.ts';

/** `null`: the half stays as it is written. */
export interface ShortHalves {
  readonly left: ShortLeft | null;
  readonly right: ShortRight | null;
  /** Set if the rule fires, or stays, against what its action would say where something is missing. */
  readonly inDoubt: 'fire' | 'stay' | null;
}

/** The templates of a document that become paths. */
export interface RaisedDocument {
  readonly templates: HiddenTemplates;
  readonly declared: DeclaredDocument;
}

/** Halves that a comment inside keeps as they are. */
export interface KeptHalves {
  readonly left: boolean;
  readonly right: boolean;
}

interface LongHalves {
  readonly when: readonly WhenSyntax[] | null;
  readonly then: ThenSyntax | null;
  readonly metadata: readonly MetadataSyntax[];
}

/** The halves that are long. */
function longHalves(rule: WrittenRuleSyntax): LongHalves {
  if (rule.form === 'long') return rule.rule;
  const { left, right } = rule.rule;
  return {
    when: left.form === 'long' ? left.when : null,
    then: right.form === 'long' ? right.then : null,
    metadata: right.form === 'long' ? right.metadata : [],
  };
}

/** True if the rule is about facts of the document. */
export function isOfDocument(rule: WrittenRuleSyntax, { templates }: RaisedDocument): boolean {
  const { when, then } = longHalves(rule);
  const names = [...templates.byName.keys()].map((name) => JSON.stringify(name));
  const text = JSON.stringify([when, then?.assert], withoutBigints);
  return names.some((name) => text.includes(`"value":${name}`));
}

/** The short halves to try for a rule, in order. */
export function shortHalves(
  rule: WrittenRuleSyntax,
  kept: KeptHalves,
  vocabulary: Vocabulary,
  document: RaisedDocument | null,
): readonly ShortHalves[] {
  const halves = longHalves(rule);
  if (document === null || !isOfDocument(rule, document)) return factHalves(halves, kept, vocabulary);
  return documentHalves(halves, kept, vocabulary, document);
}

/** A rule over the document is short as a whole, because a long half would name its hidden templates. */
function documentHalves(
  { when, then, metadata }: LongHalves,
  kept: KeptHalves,
  vocabulary: Vocabulary,
  document: RaisedDocument,
): readonly ShortHalves[] {
  if (when === null || then === null || kept.left || kept.right) return [];
  const named = tidy(when, then, metadata);
  const action = then.action?.value;
  const closes = action === 'deny' || action === 'escalate';
  const isNamed = /"alias":"input"|"text":"[^"]*(?:\$input\.|\?input-)|"name":"input-/.test(
    JSON.stringify([then, metadata], withoutBigints),
  );
  const choices: ShortHalves[] = [];
  for (const isOwn of [true, false]) {
    const mode = closes === isOwn ? 'possible' : 'certain';
    const scope = { ...document, mode, marks: mode === 'possible' } as const;
    const inDoubt = isOwn ? null : closes ? 'stay' : 'fire';
    for (const least of [0, named.length]) {
      const left = raiseLeft(named, vocabulary, scope, least);
      const right = left && raiseRight({ ...left.scope, state: fresh() }, then, metadata);
      if (left === null || right === null) continue;
      const withInput: ShortLeft = { ...left, for: [INPUT, ...left.for] };
      const isEmpty = left.for.length + left.let.length + left.if.length === 0;
      const forms = left.namesDocument ? [left] : isNamed && !isEmpty ? [left, withInput] : [withInput];
      for (const form of forms) choices.push({ left: form, right, inDoubt });
    }
  }
  return choices;
}

const INPUT = { name: 'input', source: 'input' };
const fresh = (): { hasFailed: boolean; namesDocument: boolean } => ({
  hasFailed: false,
  namesDocument: false,
});

function factHalves(
  { when, then, metadata }: LongHalves,
  kept: KeptHalves,
  vocabulary: Vocabulary,
): readonly ShortHalves[] {
  const named = when !== null && then !== null ? tidy(when, then, metadata) : when;
  const choices: ShortHalves[] = [];
  const inDoubt = null;
  const lefts: ShortLeft[] = [];
  if (named !== null && !kept.left)
    for (const least of [0, named.length]) {
      const left = raiseLeft(named, vocabulary, null, least);
      if (left !== null) lefts.push(left);
    }
  const mayRight = then !== null && !kept.right;
  for (const left of lefts) {
    const right = mayRight ? raiseRight({ ...left.scope, state: fresh() }, then, metadata) : null;
    if (right !== null) choices.push({ left, right, inDoubt });
  }
  // A long right half needs the names of variables, but lowering generates new ones.
  if (then === null || !namesVariables(then, metadata))
    for (const left of lefts) choices.push({ left, right: null, inDoubt });
  if (mayRight) {
    const right = raiseRight(createRaiseScope(vocabulary, null, true), then, metadata);
    if (right !== null && when !== null) choices.push({ left: null, right, inDoubt });
  }
  return choices;
}

const namesVariables = (then: ThenSyntax, metadata: readonly MetadataSyntax[]): boolean =>
  /"(?:kind":"variable|text":"(?:[^"\\]|\\.)*\?[A-Za-z_])/.test(
    JSON.stringify([then, metadata], withoutBigints),
  );

const withoutBigints = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
