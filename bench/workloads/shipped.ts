import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseJson, writeJson } from '../../library/json.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import type { Case, GivenFact, Request, Workload } from './workload.ts';

const RULESETS = ['data-access', 'spend-limits', 'tool-call-gate', 'triage'];

interface ShippedCase {
  readonly name: string;
  readonly facts: Request;
}

/** Folder of a shipped ruleset. The bundle is in bench/build/. */
export function folderOf(ruleset: string): string {
  return fileURLToPath(new URL(`../../rulesets/${ruleset}/`, import.meta.url));
}

const OF_HOST = 'approval';
const hostFirst = (a: GivenFact, b: GivenFact): number =>
  Number(b.template === OF_HOST) - Number(a.template === OF_HOST);

/**
 * Facts of the host come before all others, for every system. Each request is parsed by itself, as those of a
 * service are: one integer beyond 2^53 has parseJson make all objects of its text in another way, which V8 reads slower.
 */
function requestOf({ facts }: ShippedCase): Request {
  return (parseJson(writeJson(facts)) as GivenFact[]).sort(hostFirst);
}

async function shippedCase(ruleset: string): Promise<Case> {
  const folder = folderOf(ruleset);
  const cases = parseJson(readFileSync(`${folder}cases.json`, 'utf8')) as readonly ShippedCase[];
  return {
    label: ruleset,
    sources: await readRulesetSources(folder),
    session: [],
    requests: cases.map(requestOf),
    requestNames: cases.map(({ name }) => name),
    systems: ['ferrule', 'clips'],
  };
}

export const shipped: Workload = {
  id: 'W9',
  title: 'the shipped rulesets, on each of their cases',
  cases: () => Promise.all(RULESETS.map(shippedCase)),
};
