import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhaseAnswer } from '../../library/node/clips/answer.ts';

/** An answer in little space: long lists as their number, their ends and a hash of all. */
export interface Outline {
  readonly decision: string;
  readonly reason: string;
  readonly firings: ListOutline;
  readonly facts: ListOutline;
}

interface ListOutline {
  readonly count: number;
  /** Items, one per line. */
  readonly sha256: string;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const ENDS = 20;
const FOLDER = join('test', 'classics', 'recorded');

function outlineList(items: readonly string[], ends: number): ListOutline {
  return {
    count: items.length,
    sha256: createHash('sha256').update(items.join('\n')).digest('hex'),
    first: items.slice(0, ends),
    last: items.slice(-ends),
  };
}

export function outlineOf({ decision, reason, ruleTrace, facts }: PhaseAnswer): Outline {
  return { decision, reason, firings: outlineList(ruleTrace, ENDS), facts: outlineList(facts, 3) };
}

/** The answer of CLIPS 6.4 to a program. */
export async function readOutline(name: string): Promise<Outline> {
  return JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8')) as Outline;
}

export async function writeOutline(name: string, outline: Outline): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.json`), JSON.stringify(outline, null, 2) + '\n');
}
