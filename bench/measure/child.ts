import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Launch } from '../systems/table.ts';
import type { Elapsed } from './timer.ts';

/** An answer as it comes out of a child. */
export interface ChildAnswer {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly trace: readonly string[] | null;
}

export interface Batch extends Elapsed {
  readonly mismatches: number;
}

/** A running system. It handles commands one after the other; all reject once the process has ended. */
export interface Child {
  readonly answers: () => Promise<readonly ChildAnswer[]>;
  /** Evaluates the requests in turn, or only the one of that index. */
  readonly batch: (count: number, request?: number) => Promise<Batch>;
  readonly stop: () => void;
}

/** The last words of a process that failed. */
function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const error = lines.find((line) => /^\w*Error\b/.test(line));
  return error ?? lines.at(-1) ?? 'it ended without a word';
}

export function startChild({ command, arguments: words }: Launch): Child {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString('utf8')).slice(-10_000);
  });
  let waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void } | null = null;
  let ended: Error | null = null;
  const end = (): void => {
    ended ??= new Error(lastLine(complaint));
    waiting?.reject(ended);
    waiting = null;
  };
  child.on('error', (error) => {
    ended ??= error;
    end();
  });
  child.on('close', end);
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Whatever else a system prints is not for us.
    if (!line.startsWith('{"')) return;
    waiting?.resolve(JSON.parse(line));
    waiting = null;
  });
  const ask = (command: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended !== null) {
        reject(ended);
        return;
      }
      waiting = { resolve, reject };
      child.stdin.write(`${command}\n`);
    });
  return {
    answers: async () => ((await ask('answers')) as { answers: readonly ChildAnswer[] }).answers,
    batch: async (count, request) =>
      (await ask(request === undefined ? `batch ${count}` : `batch ${count} ${request}`)) as Batch,
    stop: () => {
      child.stdin.end();
      child.kill();
    },
  };
}
