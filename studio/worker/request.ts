import { readRequest, type Request } from '../../library/read-request.ts';
import type { TestRuleset } from '../../authoring/run/test-ruleset.ts';

interface SplitRequest {
  readonly facts: Request['facts'];
  readonly hostFacts: Request['facts'];
  readonly input: unknown;
}

/** Reads a request as `ferrule evaluate` takes it; facts of the host's templates come from the host. Throws RequestError. */
export function splitRequest({ host }: TestRuleset, text: string): SplitRequest {
  const { facts, input } = readRequest(text.trim() === '' ? '[]' : text);
  return {
    facts: facts.filter(({ template }) => !host.has(template)),
    hostFacts: facts.filter(({ template }) => host.has(template)),
    input,
  };
}
