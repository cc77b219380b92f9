/** Times that an editor waits: a keystroke in 1,000 rules of one file, through the real command. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { percentile } from '../measure/statistics.ts';
import type { Row } from '../report/row.ts';
import { writeTime } from '../report/write-quantity.ts';
import { manyRules } from '../workloads/many-rules.ts';
import { editorClient, type EditorClient } from './editor-client.ts';
import type { Probe } from './probe.ts';

const WORKLOAD = 'Editor: 1,000 rules in one file';
const RULES = 1_000;
const URI = 'untitled:codes.yaml';
/** The bundle lies in bench/build/. */
const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const STARTS = 11;
/** Keystrokes of each kind, all over the file. Each is taken back, which is another one. */
const STROKES = 60;

/** Milliseconds at the 95th percentile. */
const TARGETS = { initialize: 300, diagnostics: 150, completion: 50, hover: 30 } as const;

interface Text {
  readonly label: string;
  readonly text: string;
  /** Where a keystroke goes in a rule, and the character that it adds and removes. */
  readonly typed: RegExp;
  /** A slot whose name is completed and hovered. */
  readonly slot: RegExp;
}

/** The same rules in the short form. */
function shortRules(): string {
  const rules = Array.from(
    { length: RULES },
    (_, n) =>
      `  code-${n}:\n    ${['deny', 'escalate', 'allow'][n % 3]}: "Signal {signal.id} has code ${n}"\n` +
      `    if: signal.code == "code-${n}" and signal.level >= 10\n`,
  );
  return `templates:\n  signal: { id!: string, code!: symbol, level!: integer }\nrules:\n${rules.join('')}`;
}

const TEXTS: readonly Text[] = [
  {
    label: 'long form',
    text: manyRules(RULES).text,
    typed: /reason: Signal(?= )/g,
    slot: /- slot: lev(?=el)/g,
  },
  { label: 'short form', text: shortRules(), typed: /"Signal(?= )/g, slot: /signal\.lev(?=el)/g },
];

export const editorProbe: Probe = {
  id: 'EDITOR',
  title: WORKLOAD,
  async rows() {
    const rows: Row[] = [row('from start to the answer of initialize', await startTimes(), 'initialize')];
    for (const text of TEXTS) rows.push(...(await rowsOf(text)));
    return rows;
  },
};

const start = (): EditorClient => editorClient(spawn(process.execPath, [CLI, 'lsp', '--stdio']));

async function startTimes(): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const begin = performance.now();
    const client = start();
    await client.initialize();
    times.push(performance.now() - begin);
    client.end();
  }
  return times;
}

async function rowsOf({ label, text, typed, slot }: Text): Promise<readonly Row[]> {
  const client = start();
  await client.initialize();
  let version = 1;
  await client.checked(() => {
    client.notify('textDocument/didOpen', {
      textDocument: { uri: URI, languageId: 'yaml', version, text },
    });
  }, version);
  const places = positionsOf(text, typed);
  const names = positionsOf(text, slot);
  const type = (at: Position, newText: string, length = 0): void => {
    const end = { line: at.line, character: at.character + length };
    client.notify('textDocument/didChange', {
      textDocument: { uri: URI, version: ++version },
      contentChanges: [{ range: { start: at, end }, text: newText }],
    });
  };
  const placeOf = (of: readonly Position[], i: number): Position =>
    of[(i * 389) % of.length] ?? { line: 0, character: 0 };
  /** Types a character and removes it, with a measurement after each. */
  const each = async (made: (place: Position, i: number) => Promise<number>): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let i = 0; i < STROKES; i++) {
      const place = placeOf(places, i);
      type(place, 'x');
      times.push(await made(place, i));
      type(place, '', 1);
      times.push(await made(place, i));
    }
    return times.slice(times.length >> 2);
  };
  const diagnostics = async (): Promise<number> => {
    const begin = performance.now();
    await client.checked(() => undefined, version);
    return performance.now() - begin;
  };
  const request =
    (method: string) =>
    async (_: Position, i: number): Promise<number> => {
      const begin = performance.now();
      await client.request(method, { textDocument: { uri: URI }, position: placeOf(names, i) });
      const time = performance.now() - begin;
      // The next keystroke comes when this one is done with.
      await client.checked(() => undefined, version);
      return time;
    };
  const rows = [
    row(`${label}: diagnostics after a keystroke`, await each(diagnostics), 'diagnostics'),
    row(
      `${label}: completion after a keystroke`,
      await each(request('textDocument/completion')),
      'completion',
    ),
    row(`${label}: hover after a keystroke`, await each(request('textDocument/hover')), 'hover'),
  ];
  const broken = placeOf(places, 17);
  type({ line: broken.line, character: 0 }, '"');
  rows.push(
    row(`${label}: diagnostics, with a syntax error`, await each(diagnostics), 'diagnostics'),
    row(
      `${label}: completion, with a syntax error`,
      await each(request('textDocument/completion')),
      'completion',
    ),
  );
  client.end();
  return rows;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

function positionsOf(text: string, pattern: RegExp): readonly Position[] {
  const lines = text.split('\n');
  return lines.flatMap((written, line) =>
    [...written.matchAll(pattern)].map(({ index, 0: found }) => ({ line, character: index + found.length })),
  );
}

function row(what: string, times: readonly number[], figure: keyof typeof TARGETS): Row {
  const most = TARGETS[figure];
  const measured = percentile(times, 0.95);
  return {
    workload: WORKLOAD,
    what: `${what}, 95th percentile`,
    measured: writeTime(measured * 1e6),
    compared: `median ${writeTime(percentile(times, 0.5) * 1e6)}`,
    target: `at most ${most} ms`,
    verdict: measured <= most ? 'met' : 'missed',
  };
}
