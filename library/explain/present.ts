/** Explanations in the words of the document: paths instead of the templates that only the compiler names. */
import type { DocumentParts } from '../../compiler/document-parts.ts';
import { partText, shownData, slotText } from '../document/path-text.ts';
import type { ExplainableRuleset } from './explainable-ruleset.ts';
import type {
  Candidate,
  ExplainedFact,
  ExplainedFiring,
  Explanation,
  FailedCondition,
  Other,
  RawExplanation,
  Stuck,
  WhyNot,
} from './explanation.ts';
import { presentChange } from './flips/document-change.ts';
import { shownName } from './write-values.ts';

/** Renames what an explanation says of the document; of a ruleset that takes none, it stays as it is. */
export function present(
  { document }: Pick<ExplainableRuleset, 'document'>,
  raw: RawExplanation,
): Explanation {
  const { flips, ...rest } = raw;
  const told =
    flips === undefined
      ? {}
      : {
          flips: {
            ...flips,
            found: flips.found.map((flip) => ({
              ...flip,
              changes: flip.changes.flatMap((change) => presentChange(document, raw.facts, change) ?? []),
            })),
          },
        };
  if (document.size === 0 && raw.firings.every(({ short }) => short !== true) && raw.not_fired.every(isLong))
    return { ...rest, ...told };
  const words = createWords(document, raw.facts);
  return {
    ...rest,
    firings: raw.firings.map((firing) => presentFiring(words, firing)),
    facts: words.facts,
    not_fired: raw.not_fired.map((one) => presentWhyNot(words, one)),
    ...told,
  };
}

const isLong = ({ short }: WhyNot): boolean => short !== true;

/** Why one rule did not fire. @param facts those of the raw explanation that it belongs to */
export function presentOne(
  { document }: Pick<ExplainableRuleset, 'document'>,
  facts: readonly ExplainedFact[],
  why: WhyNot,
): WhyNot {
  return presentWhyNot(createWords(document, facts), why);
}

interface Words {
  readonly document: DocumentParts;
  /** The facts as the raw explanation has them. */
  readonly raw: readonly ExplainedFact[];
  /** The facts to show: facts of the same place in the document count once. */
  readonly facts: readonly ExplainedFact[];
  readonly idOf: (raw: number) => number;
}

function createWords(document: DocumentParts, raw: readonly ExplainedFact[]): Words {
  const facts: ExplainedFact[] = [];
  const ids = new Map<number, number>();
  const places = new Map<string, number>();
  for (const fact of raw) {
    const part = document.get(fact.template);
    if (part === undefined) {
      facts.push({ ...fact, id: facts.length + 1 });
      ids.set(fact.id, facts.length);
      continue;
    }
    const path = partText(part, fact.data);
    const known = places.get(path);
    const data = shownData(part, fact.data);
    if (known === undefined) {
      facts.push({ ...fact, id: facts.length + 1, template: 'input', path, data });
      places.set(path, facts.length);
      ids.set(fact.id, facts.length);
    } else {
      const before = facts[known - 1];
      if (before !== undefined) facts[known - 1] = { ...before, data: { ...before.data, ...data } };
      ids.set(fact.id, known);
    }
  }
  return { document, raw, facts, idOf: (id) => ids.get(id) ?? id };
}

function presentFiring(words: Words, firing: ExplainedFiring): ExplainedFiring {
  const { matched, asserted, retracted } = firing;
  return {
    ...firing,
    matched: matched.map(({ fact, place }) => ({ fact: words.idOf(fact), place })),
    asserted: asserted.map(words.idOf),
    retracted: retracted.map(words.idOf),
  };
}

function presentWhyNot(words: Words, why: WhyNot): WhyNot {
  const { matched, stuck } = why;
  return {
    ...why,
    matched: matched.map(({ fact, place }) => ({ fact: words.idOf(fact), place })),
    stuck: stuck === null ? null : presentStuck(words, stuck, why.short === true),
  };
}

function presentStuck(words: Words, stuck: Stuck, isShort: boolean): Stuck {
  return {
    ...stuck,
    candidates: stuck.candidates.map(({ fact, failed }): Candidate => ({
      fact: words.idOf(fact),
      failed: failed.map((one) => presentFailed(words, fact, one, isShort)),
    })),
    values: presentOthers(words, stuck.values, isShort),
    inner: stuck.inner === null ? null : presentStuck(words, stuck.inner, isShort),
  };
}

function presentFailed(words: Words, id: number, one: FailedCondition, isShort: boolean): FailedCondition {
  const fact = words.raw[id - 1];
  const part = fact && words.document.get(fact.template);
  const slot = part === undefined ? one.slot : (slotText(part, one.slot, fact?.data) ?? one.slot);
  return { ...one, slot, with: presentOthers(words, one.with, isShort) };
}

function presentOthers(words: Words, others: readonly Other[], isShort: boolean): readonly Other[] {
  return others.flatMap((other): readonly Other[] => {
    const { name, fact: id, slot } = other;
    const fact = id === null ? undefined : words.raw[id - 1];
    const data = fact?.data;
    const shown = shownName(words.document, {
      ...{ name, slot, isShort, template: fact?.template },
      ...(data === undefined ? {} : { data }),
    });
    if (shown === null) return [];
    const isOfDocument = fact !== undefined && words.document.has(fact.template);
    return [
      { ...other, name: shown, fact: id === null ? null : words.idOf(id), slot: isOfDocument ? shown : slot },
    ];
  });
}
