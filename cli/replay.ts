import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Comparison } from '../library/compare/compare.ts';
import { notesJson } from '../evidence/replay/notes-json.ts';
import { changeJson } from '../library/compare/change-json.ts';
import type { LogRecord } from '../evidence/replay/log-records.ts';
import type { Outcome } from '../library/compare/outcome.ts';
import { writeJson } from '../library/json.ts';
import { readConfiguration } from '../server/settings/configuration.ts';
import { reading } from './audit-verify.ts';
import {
  CommandError,
  DONE,
  textOption,
  usageError,
  WRONG_INPUT,
  type Command,
  type Terminal,
} from './command.ts';
import { ROOT_OPTION, rootOf } from './root-option.ts';
import { LOG_OPTIONS, readSelection, readUnsealOption } from './log-options.ts';
import { sumsJson, writeComparison, writeDifference, writeNotes, writeSums } from './replay-text.ts';

const SHOWN = 20;
const CLIPS = /^clips(?:=(.+))?$/;

export const replayCommand: Command = {
  name: 'replay',
  summary: 'evaluate the decisions of a log again',
  arguments: ['LOG'],
  more: 'LOG',
  options: {
    engine: {
      type: 'string',
      value: 'clips[=COMMAND]',
      help: 'decide with real CLIPS (default: FERRULE_CLIPS or clips)',
    },
    against: {
      type: 'string',
      value: 'PATH',
      help: 'evaluate with this ruleset and print what would change',
    },
    root: ROOT_OPTION,
    rulesets: {
      type: 'string',
      value: 'DIR',
      help: 'archive of ruleset versions (default: that of the service)',
    },
    ...LOG_OPTIONS,
    json: { type: 'boolean', help: 'print a JSON object' },
  },
  notes: `
LOG is the folder of a decision log or of one of its writers, or one file. Every decision is evaluated with its original
version, facts, memory and clock. Decision, reason, traces and metadata must be identical. If they are not, the command
prints the differences and exits with code 1. It counts decisions that cannot be evaluated again, and exits with code 1 if
none can.`,
  async run(paths, options, terminal) {
    const engine = textOption(options, 'engine');
    const against = textOption(options, 'against');
    if (engine !== null && !CLIPS.test(engine))
      throw usageError('invalid --engine: expected clips or clips=COMMAND');
    if (engine !== null && against !== null) throw usageError('--engine cannot be combined with --against');
    const unsealKey = readUnsealOption(options);
    const selection = readSelection(options);
    const archives = archivesOf(paths, textOption(options, 'rulesets'));
    const { noNotes, replayable } = await import('../evidence/replay/replay.ts');
    const { unsealed } = await import('../evidence/replay/unsealed.ts');
    const { Versions } = await import('../evidence/replay/versions.ts');
    const { readRecords } = await import('../evidence/replay/log-records.ts');
    const clock = { ms: 0 };
    const notes = noNotes();
    const records = (): Iterable<LogRecord> => {
      const read = reading(() => readRecords(paths), paths.join(', '));
      return unsealKey === null ? read : unsealed(read, unsealKey);
    };
    const replayed = replayable(records, new Versions(archives, clock), clock, selection, notes);
    const isJson = options['json'] === true;
    const print = (value: object, text: () => string): void =>
      isJson ? terminal.data(`${writeJson(value)}\n`) : terminal.out(text());

    if (against !== null) {
      const { compareWith } = await import('../library/compare/compare.ts');
      const candidate = await compileCandidate(against, rootOf(options), clock);
      const comparison: Comparison = reading(() => compareWith(candidate, replayed), paths.join(', '));
      print(
        { ...comparisonJson(comparison), ...notesJson(notes) },
        () => writeComparison(comparison) + writeNotes(notes),
      );
      return comparison.count === 0 ? nothingReplayed(terminal) : DONE;
    }

    // A part of the records is not enough to rebuild sums.
    const isWhole = selection.since === null && selection.ruleset === null && selection.limit === Infinity;
    const { rebuildSums } = await import('../evidence/replay/budget-sums.ts');
    const sums = isWhole ? reading(() => rebuildSums(records()), paths.join(', ')) : null;

    const differences: Difference[] = [];
    const counts = { count: 0, differences: 0, unjudged: 0 };
    const judge = (record: LogRecord, recorded: Outcome, now: Outcome | null, same: boolean): void => {
      if (now === null) counts.unjudged++;
      else counts.count++;
      if (now === null || same) return;
      counts.differences++;
      if (differences.length < SHOWN) differences.push({ record, recorded, now });
    };
    const { evaluateAgain, isSame } = await import('../library/compare/outcome.ts');
    if (engine === null) {
      reading(() => {
        for (const replay of replayed) {
          const { record, recorded } = replay;
          const now = evaluateAgain(replay.engine, replay);
          judge(record, recorded, now, isSame(recorded, now));
        }
      }, paths.join(', '));
    } else {
      const { askClips } = await import('../evidence/replay/clips.ts');
      const clips = await findClips(CLIPS.exec(engine)?.[1]);
      for await (const { record, recorded, outcome } of askClips(clips, replayed)) {
        judge(record, recorded, outcome, outcome !== null && isSame(recorded, outcome));
      }
    }
    const shown = differences.map(({ record, recorded, now }) => ({
      decision_id: record.decision_id,
      recorded,
      now,
    }));
    print({ ...counts, shown, ...notesJson(notes), ...sumsJson(sums) }, () => {
      const unjudged = counts.unjudged === 0 ? '' : `${counts.unjudged} not for CLIPS\n`;
      const total = `${counts.count} evaluated again, ${counts.differences} differences\n`;
      return (
        differences.map(writeDifference).join('') + total + unjudged + writeSums(sums) + writeNotes(notes)
      );
    });
    if (counts.count === 0) return nothingReplayed(terminal);
    return counts.differences === 0 && (sums?.differences ?? 0) === 0 ? DONE : WRONG_INPUT;
  },
};

/** A log of which nothing was evaluated has not been confirmed. */
function nothingReplayed(terminal: Terminal): number {
  terminal.err('ferrule: nothing was evaluated again, so nothing is confirmed\n');
  return WRONG_INPUT;
}

function comparisonJson({ count, same, otherReasons, changes }: Comparison): object {
  return { count, same, other_reasons: otherReasons, changes: changes.map(changeJson) };
}

/** A decision that came out otherwise. */
export interface Difference {
  readonly record: LogRecord;
  readonly recorded: Outcome;
  readonly now: Outcome;
}

/** Where versions may be: as given, else in the folder of data, and beside a log whose service has none. */
function archivesOf(paths: readonly string[], given: string | null): readonly string[] {
  if (given !== null) {
    if (!existsSync(given)) throw new CommandError(`cannot read ${given}`);
    return [given];
  }
  const read = readConfiguration({ SERVICE_DATA_DIR: process.env['SERVICE_DATA_DIR'] });
  const data = read.ok ? [join(read.configuration.store.dataDir, 'rulesets')] : [];
  return [...paths.flatMap((path) => [join(path, 'rulesets'), resolve(path, '../rulesets')]), ...data];
}

async function compileCandidate(path: string, root: string | undefined, clock: { ms: number }) {
  const { compileSources } = await import('../compiler/compile.ts');
  const { readRulesetSources, rulesetName } = await import('../library/node/sources.ts');
  const { versionOf } = await import('../library/compare/version.ts');
  const { loadModule } = await import('../library/node/load-ruleset.ts');
  const { CompileError } = await import('../library/compile-error.ts');
  const compilation = compileSources(await readRulesetSources(path, path, root), { name: rulesetName(path) });
  if (!compilation.ok) throw new CompileError(compilation.diagnostics, compilation.sources);
  return versionOf(compilation, clock, loadModule);
}

async function findClips(command: string | undefined) {
  const { clipsCommand, findClips: find } = await import('../library/node/clips/clips-binary.ts');
  const clips = await find(command);
  if (clips !== null) return clips;
  throw new CommandError(`${command ?? clipsCommand()} is not a working CLIPS`);
}
