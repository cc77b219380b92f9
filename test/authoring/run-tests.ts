import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { COMMANDS } from '../../cli/commands.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';

export const RULES = `
ruleset: transfers
module: m
templates:
  - name: transfer
    slots: [{ name: id, type: string, default: t1 }, { name: amount, type: integer, required: true }]
  - { name: checked, slots: [{ name: transfer, type: string }] }
  - name: login
    slots: [{ name: who, type: string }, { name: at, type: integer }]
modules:
  - { name: m, priority: 100 }
rules:
  - name: small
    when: [{ template: transfer, alias: $t, conditions: [{ slot: amount, expression: less_than(100) }] }]
    then:
      action: allow
      reason: "small: {t.amount}"
      metadata: { code: ok }
      assert: [{ template: checked, slots: { transfer: "$t.id" } }]
  - name: big
    when: [{ template: transfer, conditions: [{ slot: amount, expression: at_least(1000) }] }]
    then: { action: escalate, reason: too big }
`;

export interface Folder {
  readonly path: string;
  readonly write: (name: string, text: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** A folder with a ruleset of two rules. */
export async function rulesetFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'ferrule-authors-'));
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };
  await write('rules.yaml', RULES);
  return { path, write, remove: () => rm(path, { recursive: true }) };
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. */
export async function runHere(...words: readonly string[]): Promise<Ran> {
  const seen = { out: '', err: '' };
  const code = await runCommandLine(COMMANDS, words, {
    out: (text) => void (seen.out += text),
    err: (text) => void (seen.err += text),
    stdin: (async function* () {})(),
  });
  return { code, ...seen };
}
