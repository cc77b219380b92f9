import type { DocumentParts } from '../../compiler/document-parts.ts';
import { DEFAULT_LIMITS } from '../../runtime/description.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { WorkingMemory } from '../../runtime/engine/working-memory.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { assembleDocument } from './assemble.ts';
import type { ExplainableRuleset } from '../explain/explainable-ruleset.ts';

/** A request as drawn: all its facts, including those of the document. */
interface DrawnRequest {
  readonly facts: readonly FactInput[];
  readonly input: unknown;
}

/** A request as callers send it: a document instead of the facts that it brings. */
export function withDocument<R extends DrawnRequest>(parts: DocumentParts, request: R): R {
  if (parts.size === 0 || !request.facts.some(({ template }) => parts.has(template))) return request;
  const { facts, input } = assembleDocument(parts, request.facts);
  return { ...request, facts, input };
}

/** The facts of a request with those that its document brings; null if the document is refused. */
export function withoutDocument(
  { compiled, document: parts }: Pick<ExplainableRuleset, 'compiled' | 'document'>,
  { facts, input }: DrawnRequest,
): readonly FactInput[] | null {
  if (input === null || parts.size === 0) return facts;
  const host = { now: () => 0, functions: new Map(), limits: DEFAULT_LIMITS };
  try {
    const read = new WorkingMemory(compiled, host).readDocument(input);
    return [
      ...read.map((fact) => ({ template: fact.template, data: fact.operations.write(fact) })),
      ...facts,
    ];
  } catch (error) {
    if (error instanceof FerruleError) return null;
    throw error;
  }
}

/** Templates of the document of two versions, by name. */
export function bothParts(one: DocumentParts, other: DocumentParts): DocumentParts {
  return other.size === 0 ? one : new Map([...other, ...one]);
}
