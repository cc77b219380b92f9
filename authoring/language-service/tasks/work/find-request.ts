import type { LoadModule } from '../../../../library/load-module.ts';
import { readRequest, type Request } from '../../../../library/read-request.ts';
import type { TestCase } from '../../../../library/suite/suite.ts';
import { readSuite } from '../../../../library/suite/read-suite.ts';
import { caseId, suiteId } from '../ids.ts';
import type { AskedRequest, JobRuleset } from '../job.ts';
import { namesFired } from '../names-fired.ts';
import { loadRuleset, type LoadedRuleset } from './load.ts';

interface Found extends LoadedRuleset {
  readonly facts: Request['facts'];
  readonly hostFacts: Request['facts'];
  readonly input: unknown;
}

/**
 * The ruleset, and the request to evaluate: what was given, the case that was named, the first case that names the rule in
 * `fired`, or the sample. Throws CompileError, and RequestError for JSON that is not a request.
 */
export function findRequest(ruleset: JobRuleset, rule: string, asked: AskedRequest, load: LoadModule): Found {
  const loaded = loadRuleset(ruleset, load);
  const { tested } = loaded;
  const split = ({ facts, input }: Request): Pick<Found, 'facts' | 'hostFacts' | 'input'> => ({
    facts: facts.filter(({ template }) => !tested.host.has(template)),
    hostFacts: facts.filter(({ template }) => tested.host.has(template)),
    input,
  });
  if (asked.given !== null) return { ...loaded, ...split(readRequest(asked.given)) };
  const one = findCase(ruleset, rule, asked.case);
  if (one !== null) {
    if (one.now !== null) tested.clock.now = one.now;
    const step = one.steps?.find((each) => each.kind === 'evaluate' || each.kind === 'decide');
    const more = step ?? { facts: [], input: null };
    return { ...loaded, ...split({ facts: [...one.facts, ...more.facts], input: one.input ?? more.input }) };
  }
  const request = asked.sample === null ? { facts: [], input: null } : readRequest(asked.sample);
  return { ...loaded, ...split(request) };
}

function findCase({ suites }: JobRuleset, rule: string, wanted: string | null): TestCase | null {
  for (const { key, text, folder } of suites) {
    const read = readSuite(key, text, folder);
    if (!read.ok) continue;
    const seen = new Map<string, number>();
    const id = suiteId(key, read.suite.name);
    for (const one of read.suite.cases) {
      const own = caseId(id, one.name, seen);
      if (wanted === null ? namesFired(one, rule) : own === wanted) return one;
    }
  }
  return null;
}
