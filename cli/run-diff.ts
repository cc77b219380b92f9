import { stat } from 'node:fs/promises';
import { loadModule } from '../library/node/load-ruleset.ts';
import { compareRecords, compareRequests, diffRulesets, openVersions } from '../authoring/diff/diff.ts';
import { diffJson, type RulesetDiff } from '../authoring/diff/ruleset-diff.ts';
import type { Request } from '../library/suite/request.ts';
import { suiteRequests } from '../library/node/suites/suite-requests.ts';
import type { PassedCompilation } from '../compiler/compile.ts';
import type { Compared } from '../library/compare/compare.ts';
import { notesJson } from '../evidence/replay/notes-json.ts';
import { readRecords, type LogRecord } from '../evidence/replay/log-records.ts';
import { noNotes, replayable, type ReplayNotes } from '../evidence/replay/replay.ts';
import { evaluateAgain } from '../library/compare/outcome.ts';
import { unsealed } from '../evidence/replay/unsealed.ts';
import { writeJson } from '../library/json.ts';
import { reading } from './audit-verify.ts';
import { readBudget } from './budget-option.ts';
import {
  CommandError,
  DOES_NOT_COMPILE,
  DONE,
  NOT_PROVED,
  textOption,
  usageError,
  WRONG_INPUT,
  type OptionValues,
  type Terminal,
} from './command.ts';
import { compilePath, requireOk } from './compile-path.ts';
import { writeDiff } from './diff-text.ts';
import { readRequest } from '../library/read-request.ts';
import { withRuleset } from './git-ruleset.ts';
import { LOG_OPTIONS, readSelection, readUnsealOption } from './log-options.ts';
import { readText } from './read-input.ts';
import { readNow } from './now-option.ts';
import { readSeed } from './seed-option.ts';

/** Runs `ferrule diff` and returns its exit code. */
export async function runDiff(
  [old = '', latest = '']: readonly string[],
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const [facts, log] = [textOption(options, 'facts'), textOption(options, 'log')];
  refuseMisplaced(options, facts, log);
  const now = readNow(options) ?? Date.now();
  const [budgetMs, seed] = [readBudget(options), readSeed(options)];
  const compile = (path: string): Promise<PassedCompilation> => compileVersion(path, options, terminal);
  const before = await withRuleset(old, compile);
  const { after, suites } = await withRuleset(latest, async (path) => ({
    after: await compile(path),
    suites: await suiteRequests(path, now),
  }));
  let notes: ReplayNotes | null = null;
  let diff: RulesetDiff;
  if (facts !== null) {
    const requests = readRequests(await readText(facts, terminal)).map((one) => ({ ...one, now }));
    diff = compareRequests(openVersions(before, after, loadModule), requests);
  } else if (log !== null) {
    notes = noNotes();
    diff = await compareLog(before, after, log, notes, options);
  } else {
    const budget = budgetMs === null ? {} : { budgetMs };
    diff = diffRulesets(before, after, loadModule, { requests: suites, now, ...seed, ...budget });
  }
  if (options['json'] === true) terminal.data(`${writeJson(jsonOf(diff, notes))}\n`);
  else terminal.out(writeDiff(diff, notes));
  if (diff.changes.length > 0) return WRONG_INPUT;
  return options['strict'] === true && !diff.proved ? NOT_PROVED : DONE;
}

function refuseMisplaced(options: OptionValues, facts: string | null, log: string | null): void {
  if (facts !== null && log !== null) throw usageError('--facts cannot be combined with --log');
  const ofLog = Object.keys(LOG_OPTIONS).find((name) => log === null && options[name] !== undefined);
  if (ofLog !== undefined) throw usageError(`--${ofLog} needs --log`);
  const isGiven = facts !== null || log !== null;
  const ofSearch = ['budget', 'seed', 'strict'].find((name) => isGiven && options[name] !== undefined);
  if (ofSearch !== undefined) throw usageError(`--${ofSearch} cannot be combined with --facts or --log`);
}

async function compileVersion(
  path: string,
  options: OptionValues,
  terminal: Terminal,
): Promise<PassedCompilation> {
  const compilation = await compilePath(path, { lenient: options['lenient'] === true, cells: true });
  requireOk(compilation, terminal, DOES_NOT_COMPILE);
  return compilation;
}

/** One request, or one on each line. */
function readRequests(text: string): readonly Omit<Request, 'now'>[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return [readRequest(text)];
  } catch (error) {
    if (lines.length < 2) throw error;
    try {
      return lines.map(readRequest);
    } catch {
      throw error;
    }
  }
}

/** Both versions decide what a log records, on what was held then. */
async function compareLog(
  before: PassedCompilation,
  after: PassedCompilation,
  path: string,
  notes: ReplayNotes,
  options: OptionValues,
): Promise<RulesetDiff> {
  const versions = openVersions(before, after, loadModule);
  const [selection, key] = [readSelection(options), readUnsealOption(options)];
  await stat(path).catch(() => {
    throw new CommandError(`cannot read ${path}`);
  });
  const records = (): Iterable<LogRecord> =>
    key === null ? readRecords([path]) : unsealed(readRecords([path]), key);
  // The old version represents the one that decided: the new one is compared with it.
  const replayed = replayable(records, { get: () => versions.old }, versions.clock, selection, notes);
  const underOld = function* (): Generator<Compared> {
    for (const one of replayed) yield { ...one, recorded: evaluateAgain(one.engine, one) };
  };
  return reading(() => compareRecords(versions, underOld()), path);
}

function jsonOf(diff: RulesetDiff, notes: ReplayNotes | null): object {
  return notes === null ? diffJson(diff) : { ...diffJson(diff), ...notesJson(notes) };
}
