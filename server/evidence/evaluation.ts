import type { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/errors.ts';
import type { Included } from '../../runtime/evaluation-result.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
import { writeJson } from '../library/json.ts';
import { hashFacts } from './hash-facts.ts';
import type { Held } from './held.ts';
import type { InputText } from './log/record-text.ts';
import { sha256Hex } from './sha256.ts';

/** An evaluation that is to be done. */
export interface Evaluation {
  readonly ruleset: { readonly hash: string };
  /** The ruleset's, or a session's of it. */
  readonly engine: Engine;
  readonly facts: readonly FactInput[];
  /** What the host brings, before all others; left out: nothing. */
  readonly hostFacts?: readonly FactInput[];
  /** A document, whose facts come before the others; null: none. */
  readonly document: unknown;
  readonly include: readonly Included[];
  /** JSON text of the facts, without those of the document; asked for when it is recorded. */
  readonly input: () => string;
  /** What the engine held before; null: it is of neither a session nor a fleet. */
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

/** JSON text of the facts. Those of a document as they are read from it, then the others as they were sent. */
export function inputText({ engine, document, facts, input }: Evaluation): string {
  return document === null ? input() : writeJson([...readDocument(engine, document), ...facts]);
}

/** What the host brought, as JSON text; null: nothing. It is short, and recorded whatever happens to the other facts. */
export function hostText({ hostFacts = [] }: Evaluation): string | null {
  return hostFacts.length === 0 ? null : writeJson(hostFacts);
}

/** Throws ValidationError. */
export function hashInput({ engine, document, facts, hostFacts = [] }: Evaluation): string {
  return hashFacts(
    engine,
    document === null ? facts : [...readDocument(engine, document), ...facts],
    hostFacts,
  );
}

/** A document that cannot be read has no facts: that is why the evaluation failed. */
function readDocument(engine: Engine, document: unknown): readonly FactInput[] {
  try {
    return engine.readDocument(document);
  } catch (error) {
    if (error instanceof FerruleError) return [];
    throw error;
  }
}
