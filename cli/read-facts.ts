import type { FactInput } from '../runtime/facts/read-facts.ts';
import { parseJson } from '../library/json.ts';
import { CommandError } from './command.ts';

/** Facts as JSON: `[{"template": …, "data": {…}}, …]` or `{"facts": […]}`. */
export function readFacts(text: string): readonly FactInput[] {
  const value = parseFacts(text);
  const facts: unknown = isObject(value) ? value['facts'] : value;
  if (!Array.isArray(facts)) throw invalidJson('expected an array of facts, or an object with key facts');
  return facts.map((fact: unknown, i) => {
    if (!isObject(fact)) throw invalidJson(`fact ${i + 1} is not an object`);
    const { template, data } = fact;
    if (typeof template !== 'string') throw invalidJson(`fact ${i + 1} needs a template`);
    if (!isObject(data)) throw invalidJson(`fact ${i + 1} needs data, an object of slots`);
    return { template, data };
  });
}

function parseFacts(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalidJson(error instanceof Error ? error.message : String(error));
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidJson(problem: string): CommandError {
  return new CommandError(`invalid facts: ${problem}`);
}
