import type { Engine } from '../runtime/engine.ts';
import { FerruleError } from '../runtime/engine/errors.ts';
import type { Included } from '../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import { writeJson } from '../library/json.ts';
import { hashFacts } from './hash-facts.ts';
import type { Held } from '../library/held.ts';
import { readParts } from '../library/document/read-parts.ts';
import type { DecidingRuleset, DerivedText, InputText, SentTexts } from './log/record-text.ts';
import { sha256Hex } from '../library/node/sha256.ts';

/** An evaluation that is to be done. */
export interface Evaluation {
  readonly ruleset: { readonly hash: string; readonly servedAs?: string };
  /** The ruleset's, or a session's of it. */
  readonly engine: Engine;
  readonly facts: readonly FactInput[];
  /** Host facts, before all others (default: none). */
  readonly hostFacts?: readonly FactInput[];
  /** A document, whose facts come before the others; null: none. */
  readonly document: unknown;
  readonly include: readonly Included[];
  /** JSON text of the facts, without those of the document; computed when it is recorded. */
  readonly input: () => string;
  /** It is a step of a decision that counts: its record is handed back, and written when it counted (default: false). */
  readonly counts?: boolean;
  /** Nothing is done on it: it is not attested (default: false). */
  readonly isPreview?: boolean;
  /** Previous facts of the engine; null if it belongs to neither a session nor a fleet. */
  readonly held: Held | null;
}

/** True if a text has at most this many bytes in UTF-8. */
function fits(text: string, maxBytes: number): boolean {
  // A character has three bytes at most.
  return text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;
}

/** What was sent, or its hash if it is longer than this many bytes. */
export function boundedInput(sent: SentTexts, maxBytes: number, hash: () => string): InputText {
  return fits(allOf(sent), maxBytes) ? sent : { hash: hash() };
}

const allOf = ({ facts, document }: SentTexts): string => (document === null ? facts : facts + document);
const hashText = (text: string): string => `sha256:${sha256Hex(text)}`;

/** JSON text of facts, or its hash when it is longer than this many bytes. */
export function boundedFacts(facts: string, maxBytes: number): DerivedText {
  return fits(facts, maxBytes) ? { facts } : { hash: hashText(facts) };
}

/**
 * The input of an evaluation as a record has it: the facts, and the parts of the document that rules read. If the ruleset
 * also accepts the document's templates from callers, facts replace the document and come before the others. Throws
 * ValidationError or LimitError for a document that cannot be read.
 */
export function sentTexts({ engine, document, facts, input }: Evaluation): SentTexts {
  if (document === null) return { facts: input(), document: null };
  const reads = engine.ruleset.input?.reads;
  return reads === undefined
    ? { facts: writeJson([...engine.readDocument(document), ...facts]), document: null }
    : { facts: input(), document: writeJson(readParts(document, reads)) };
}

/**
 * The input of an evaluation that failed. For a document that cannot be read it is the hash of the JSON text, because no
 * part of the document identifies it.
 */
export function failedInput(evaluation: Evaluation, maxBytes: number): InputText {
  const { engine, document } = evaluation;
  try {
    // Its parts are recorded without reading its facts, so whether it can be read is found here.
    if (document !== null && engine.ruleset.input?.reads !== undefined) engine.readDocument(document);
    const sent = sentTexts(evaluation);
    return boundedInput(sent, maxBytes, () => hashText(allOf(sent)));
  } catch (error) {
    if (!(error instanceof FerruleError)) throw error;
    return { hash: hashText(writeJson(document)) };
  }
}

/** The ruleset as a record names it. */
export function rulesetOf({ engine, ruleset }: Evaluation): DecidingRuleset {
  return { name: engine.name, hash: ruleset.hash, servedAs: ruleset.servedAs };
}

/** Host facts as JSON text; null for none. They are short, and recorded whatever happens to the other facts. */
export function hostText({ hostFacts = [] }: Evaluation): string | null {
  return hostFacts.length === 0 ? null : writeJson(hostFacts);
}

/** Throws ValidationError or LimitError. */
export function hashInput({ engine, document, facts, hostFacts = [] }: Evaluation): string {
  const brought = document === null ? [] : engine.readDocument(document);
  return hashFacts(engine, facts, { hostFacts, brought });
}

/** The input as JSON texts, or a function that writes them. */
export type InputSource = SentTexts | (() => SentTexts);

export function textsOf(input: InputSource): SentTexts {
  return typeof input === 'function' ? input() : input;
}
