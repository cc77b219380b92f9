import { readRecords, type LogRecord } from '../evidence/replay/log-records.ts';
import { visible } from '../library/shown-text.ts';
import { writeJson } from '../library/json.ts';
import { reading } from './audit-verify.ts';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';

const DEFAULT_LAST = 20;
const COUNT = /^[1-9]\d{0,8}$/;
const FILE = 'file:';

export const auditShowCommand: Command = {
  name: 'audit show',
  summary: 'show the last records of a decision log',
  arguments: [],
  more: 'LOG',
  options: {
    last: { type: 'string', value: 'N', help: `show this many records (default: ${DEFAULT_LAST})` },
    session: { type: 'string', value: 'ID', help: 'show only records of this session' },
    json: { type: 'boolean', help: 'print one JSON object per record' },
  },
  notes: `
LOG is the folder of a decision log or of one of its writers, or one file (default: the folder of SERVICE_AUDIT). Prints
one line per record, in order of time. To check that the log was not changed, run ferrule audit verify.`,
  async run(words, options, terminal) {
    const last = textOption(options, 'last') ?? String(DEFAULT_LAST);
    if (!COUNT.test(last)) throw usageError('--last needs a number from 1 up');
    const paths = words.length > 0 ? words : [configuredFolder()];
    const session = textOption(options, 'session');
    const records = reading(() => lastRecords(paths, Number(last), session), paths.join(', '));
    if (records.length === 0) {
      const of = session === null ? '' : ` of the session '${session}'`;
      throw new CommandError(`${paths.join(', ')}: no records${of}`);
    }
    for (const record of records)
      if (options['json'] === true) terminal.data(`${writeJson(record)}\n`);
      else terminal.out(`${lineOf(record)}\n`);
    return DONE;
  },
};

/** Throws CommandError if no folder is configured. */
function configuredFolder(): string {
  const sink = process.env['SERVICE_AUDIT'] ?? '';
  if (sink.startsWith(FILE)) return sink.slice(FILE.length);
  throw usageError('audit show needs LOG, or SERVICE_AUDIT=file:DIR');
}

/** The last records in order of time, without the heads of files. */
function lastRecords(paths: readonly string[], last: number, session: string | null): readonly LogRecord[] {
  let found: LogRecord[] = [];
  for (const record of readRecords(paths)) {
    if (session !== null && record.session_id !== session) continue;
    const { time_zones: _zones, ...told } = record;
    found.push(told);
    // Cut from time to time: a shift per record would cost as much as the whole list.
    if (found.length >= 2 * last) found = found.slice(-last);
  }
  return found.slice(-last);
}

/** One record on one line: time, kind, actor, ruleset, session, what happened, decision id. */
function lineOf(record: LogRecord): string {
  const { time, kind, actor, ruleset, session_id: session, decision_id: id } = record;
  const parts = [
    time,
    kind,
    ...(actor === undefined ? [] : [actor]),
    ...(ruleset === undefined ? [] : [ruleset]),
    ...(session === undefined ? [] : [`session ${session}`]),
    ...outcomeOf(record),
    ...(id === undefined ? [] : [id]),
  ];
  return visible(parts.join('  '));
}

function outcomeOf(record: LogRecord): readonly string[] {
  const { kind, decision, reason, rule_trace: trace = [], error, operation } = record;
  if (kind === 'decision') {
    const by = trace.length === 0 ? 'no rule' : trace.join(', ');
    return [`${decision ?? 'no decision'} (${textOf(reason)}) by ${by}`];
  }
  if (error !== undefined) return [`${error.code}: ${textOf(error.detail)}`];
  if (operation === undefined) return [];
  if ('end' in operation) return ['end'];
  return 'retract' in operation ? [`retract ${operation.retract}`] : [`assert ${operation.template}`];
}

/** A text; a masked one is an object. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value ?? null);
}
