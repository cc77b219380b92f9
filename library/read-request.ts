/** Requests as JSON texts: of commands, and of the tools for assistants. */
import type { FactInput } from '../runtime/facts/read-facts.ts';
import { jsonFault } from './json-fault.ts';
import { parseDocument } from './ordered-json.ts';

/** An invalid request; the message is returned to its sender. */
export class RequestError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RequestError';
  }
}

/** Input of an evaluation. */
export interface Request {
  readonly facts: readonly FactInput[];
  /** A document; null: none. */
  readonly input: unknown;
}

export const NO_FACTS: Request = { facts: [], input: null };

/** The problem of a value without facts. For a document it suggests `--input`. */
function noFacts(value: unknown): string {
  const expected = 'expected an array of facts, a map of templates to data, or an object with key facts';
  if (!isObject(value)) return expected;
  return 'template' in value && 'data' in value
    ? `${expected}: write this fact in brackets, [{"template": …, "data": …}]`
    : `${expected}; for a document, use --input FILE`;
}

/** Facts as JSON: `[{"template": …, "data": {…}}, …]` or `{"facts": […], "input": …}`. */
export function readRequest(text: string): Request {
  const value = parseText(text, 'facts');
  const { facts, input = null, ...others } = isObject(value) ? value : { facts: value };
  if (facts === undefined && input !== null) {
    const left = Object.keys(others).find((key) => typeof others[key] === 'object' && others[key] !== null);
    if (left !== undefined)
      throw invalidJson(`'${left}' beside input: write {"facts": {"${left}": …}, "input": …}`);
    return { facts: [], input };
  }
  const map = facts ?? value;
  const byTemplate = isObject(map) ? factsByTemplate(map) : null;
  if (byTemplate !== null) return { facts: byTemplate, input };
  if (!Array.isArray(facts)) throw invalidJson(noFacts(value));
  return { facts: facts.map(readFact), input };
}

/** Facts alone, as in a request. Throws RequestError, for a document, too. */
export function readFacts(text: string): readonly FactInput[] {
  const { facts, input } = readRequest(text);
  if (input !== null) throw invalidJson('expected facts only, found `input`');
  return facts;
}

/** The facts of a map of templates to data or lists of data; `null` if the object is not one. */
function factsByTemplate(map: Readonly<Record<string, unknown>>): readonly FactInput[] | null {
  const facts: FactInput[] = [];
  for (const [template, data] of Object.entries(map))
    for (const one of Array.isArray(data) ? (data as readonly unknown[]) : [data]) {
      if (!isObject(one)) return null;
      facts.push({ template, data: one });
    }
  return facts.length === 0 ? null : facts;
}

function readFact(fact: unknown, i: number): FactInput {
  if (!isObject(fact)) throw invalidJson(`fact ${i + 1} is not an object`);
  const { template, data } = fact;
  if (typeof template !== 'string') throw invalidJson(`fact ${i + 1} needs a template`);
  if (!isObject(data)) throw invalidJson(`fact ${i + 1} needs data, an object of slots`);
  return { template, data };
}

/** Parses one of the two. Throws RequestError. */
export function parseText(text: string, what: 'facts' | 'input'): unknown {
  try {
    return parseDocument(text);
  } catch (error) {
    throw invalidJson(jsonFault(text) ?? (error instanceof Error ? error.message : String(error)), what);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidJson(problem: string, what: 'facts' | 'input' = 'facts'): RequestError {
  return new RequestError(`invalid ${what}: ${problem}`);
}
