import { diffRulesets } from '../../authoring/diff/diff.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { writeJson } from '../../library/json.ts';
import { loadInWorker } from '../../library/browser/load-in-worker.ts';
import { RequestError } from '../../library/read-request.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import { isSource } from '../protocol/file-kinds.ts';
import type { Answers, Question, StudioRuleset } from '../protocol/messages.ts';
import { indented } from '../protocol/indented.ts';

/** Milliseconds that differences are searched for. */
const SEARCH_MS = 15_000;

const compile = ({ name, files, base = [] }: StudioRuleset): PassedCompilation =>
  compileOrThrow(files.filter(isSource), { name, base, cells: true });

/**
 * Searches for requests that the old version decides differently, as `ferrule diff` does.
 *
 * @throws CompileError, or RequestError if no version was given
 */
export function compareVersions({ ruleset, old }: Question): Answers['compare'] {
  if (old === null || !old.files.some(isSource))
    throw new RequestError('there is no version to compare with');
  const diff = diffRulesets(compile(old), compile(ruleset), loadInWorker, { budgetMs: SEARCH_MS });
  return {
    proved: diff.proved,
    count: diff.count,
    differences: diff.changes.map(({ before, after, count, example, rulesBefore, rulesAfter }) => ({
      request: indented(writeJson(example.input)),
      before,
      after,
      count,
      rules: [...new Set([...Object.keys(rulesBefore), ...Object.keys(rulesAfter)])],
    })),
  };
}
