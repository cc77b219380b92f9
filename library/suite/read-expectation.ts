import { decisionProblem, errorProblem } from './decisions.ts';
import type { WrittenExpectation, WrittenSums } from './suite-schema.ts';
import type { Complain, Expectation, ExpectedSums, Path } from './suite.ts';
import { readInteger, readTruth } from './whole-number.ts';

/** The case or step that the expectation belongs to. */
type Owner = 'evaluation' | 'decide' | 'settle';

const OF_DECISIONS = ['decision', 'reason', 'fired', 'metadata', 'obligations', 'facts'] as const;
const OF_COUNTED = ['counted', 'exceeded', 'budgets'] as const;
const OF_SETTLED = ['state', 'over', 'late'] as const;
const STATES: readonly string[] = ['committed', 'released'];
const FIGURES = ['requested', 'used', 'reserved', 'limit'] as const;

export function readExpectation(
  written: WrittenExpectation,
  path: Path,
  owner: Owner,
  complain: Complain,
): Expectation {
  const { fired, error, counted, budgets, over, late, ...rest } = written;
  if (Object.values(written).every((value) => value === undefined)) complain(path, 'expects nothing');
  checkOwner(written, path, owner, complain);
  const results = [...OF_DECISIONS, ...OF_COUNTED, ...OF_SETTLED];
  const clashing = error === undefined ? undefined : results.find((key) => written[key] !== undefined);
  if (clashing !== undefined)
    complain([...path, clashing], 'an evaluation that ends in an error gives no decision');
  const words = [
    ['decision', typeof written.decision === 'string' ? decisionProblem(written.decision) : null],
    ['error', error === undefined ? null : errorProblem(error)],
    ['state', stateProblem(written.state)],
  ] as const;
  for (const [key, problem] of words) if (problem !== null) complain([...path, key], problem);
  if (error === undefined && written.detail !== undefined)
    complain([...path, 'detail'], '`detail` is the message of an error: it needs `error`');
  for (const [key, match] of [
    ['reason', written.reason],
    ['detail', written.detail],
    ...Object.entries(written.metadata ?? {}),
  ] as const)
    if (typeof match === 'object' && match !== null && 'matches' in match)
      checkPattern(match.matches, [...path, key], complain);
  const truth = (key: string, value: unknown): boolean | undefined =>
    value === undefined ? undefined : readTruth(value, [...path, key], complain);
  return {
    ...rest,
    error,
    fired: Array.isArray(fired) ? { exactly: fired } : fired,
    path,
    counted: truth('counted', counted),
    budgets: budgets?.map((sums, i) => readSums(sums, [...path, 'budgets', i], complain)),
    over: truth('over', over),
    late: truth('late', late),
  };
}

/** Reports the first key that results of this kind do not have. */
function checkOwner(written: WrittenExpectation, path: Path, owner: Owner, complain: Complain): void {
  const foreign =
    owner === 'settle'
      ? [...OF_DECISIONS, ...OF_COUNTED]
      : [...OF_SETTLED, ...(owner === 'decide' ? [] : OF_COUNTED)];
  const key = foreign.find((one) => written[one] !== undefined);
  if (key === undefined) return;
  const own = [...OF_SETTLED].some((one) => one === key) ? '`settle`' : '`decide`';
  const where = owner === 'settle' ? 'a decision' : `a step with ${own}`;
  complain([...path, key], `\`${key}\` can only be expected of ${where}`);
}

function stateProblem(state: string | undefined): string | null {
  return state === undefined || STATES.includes(state)
    ? null
    : `unknown state '${state}': expected ${STATES.join(' or ')}`;
}

function readSums(
  { budget, key, exceeded, ...given }: WrittenSums,
  path: Path,
  complain: Complain,
): ExpectedSums {
  const figures = FIGURES.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, readInteger(value, [...path, name], complain)] as const];
  });
  return {
    budget,
    key: key ?? null,
    figures: Object.fromEntries(figures),
    exceeded: exceeded === undefined ? null : readTruth(exceeded, [...path, 'exceeded'], complain),
  };
}

function checkPattern(pattern: string, path: Path, complain: Complain): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    complain(path, error instanceof Error ? error.message : String(error));
  }
}
