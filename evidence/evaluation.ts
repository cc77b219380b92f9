import type { Engine } from '../runtime/engine.ts';
import { FerruleError } from '../runtime/engine/errors.ts';
import type { Included } from '../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import { writeJson } from '../library/json.ts';
import { hashFacts } from './hash-facts.ts';
import type { Held } from '../library/held.ts';
import type { InputText } from './log/record-text.ts';
import { sha256Hex } from '../library/node/sha256.ts';

/** An evaluation that is to be done. */
export interface Evaluation {
  readonly ruleset: { readonly hash: string };
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
  /** Previous facts of the engine; null if it belongs to neither a session nor a fleet. */
  readonly held: Held | null;
}

/** JSON text, or its hash when it is longer than this many bytes. */
export function boundedText(
  text: string,
  maxBytes: number,
  hash = () => `sha256:${sha256Hex(text)}`,
): InputText {
  // A character has three bytes at most.
  const isShort = text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;
  return isShort ? { facts: text } : { hash: hash() };
}

/**
 * JSON text of the facts: those read from a document, then the others as they were sent. Throws ValidationError or
 * LimitError for a document that cannot be read.
 */
export function inputText({ engine, document, facts, input }: Evaluation): string {
  return document === null ? input() : writeJson([...engine.readDocument(document), ...facts]);
}

/**
 * The facts of an evaluation that failed. A document that cannot be read has none, and no facts is not what was sent: such
 * a document is the hash of its JSON text.
 */
export function failedInput(evaluation: Evaluation, maxBytes: number): InputText {
  try {
    return boundedText(inputText(evaluation), maxBytes);
  } catch (error) {
    if (!(error instanceof FerruleError)) throw error;
    return { hash: `sha256:${sha256Hex(writeJson(evaluation.document))}` };
  }
}

/** Host facts as JSON text; null for none. They are short, and recorded whatever happens to the other facts. */
export function hostText({ hostFacts = [] }: Evaluation): string | null {
  return hostFacts.length === 0 ? null : writeJson(hostFacts);
}

/** Throws ValidationError or LimitError. */
export function hashInput({ engine, document, facts, hostFacts = [] }: Evaluation): string {
  return hashFacts(
    engine,
    document === null ? facts : [...engine.readDocument(document), ...facts],
    hostFacts,
  );
}
