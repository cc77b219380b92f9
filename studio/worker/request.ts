import { writeJson } from '../../library/json.ts';
import { byBringer } from '../../library/by-bringer.ts';
import { readRequest } from '../../library/read-request.ts';
import type { Engine } from '../../runtime/engine.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { indented } from '../protocol/indented.ts';

/** The text of an empty request. */
export const NO_REQUEST = '[]';

/** Reads a request as `ferrule evaluate` takes it; facts of the host's templates come from the host. Throws RequestError. */
export function splitRequest({ ruleset }: Pick<Engine, 'ruleset'>, text: string) {
  const { facts, input } = readRequest(text.trim() === '' ? NO_REQUEST : text);
  return { ...byBringer(ruleset, facts), input };
}

/** A request as indented JSON. */
export function requestText({
  facts,
  input,
}: {
  readonly facts: readonly Pick<FactInput, 'template' | 'data'>[];
  readonly input: unknown;
}): string {
  const given = facts.map(({ template, data }) => ({ template, data }));
  const hasInput = input !== null && input !== undefined;
  const parts = {
    ...(given.length > 0 || !hasInput ? { facts: given } : {}),
    ...(hasInput ? { input } : {}),
  };
  return indented(writeJson(parts));
}
