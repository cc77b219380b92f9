/**
 * Runs `evaluate` with V8's code cache. Its chunks are ES modules, of which Node 20 keeps no code; so they are run as scripts,
 * which the build describes (link-scripts.mjs).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { run as runEvaluate } from '../run-evaluate.ts';
import { defaultCacheFolder } from '../../library/node/compile-cache/cache-folder.ts';
import { filesAtOnce } from './files-at-once.ts';
import { openScripts } from './kept-scripts.ts';
import { writeAtOnce } from './output.ts';

/** Text, or the part of a file that holds it. */
type Piece = string | readonly [file: number, start: number, end: number];

/** Output of the build. */
interface Linked {
  readonly files: readonly string[];
  /** The first one runs the command, the others are loaded when they are needed. */
  readonly scripts: readonly (readonly Piece[])[];
  /** Place of the chunk that runs the command. */
  readonly entry: number;
}

const FILES = 'node:fs/promises';
const requireBuiltIn = createRequire(__filename);

function requireHere(name: string): unknown {
  return name === FILES ? filesAtOnce : requireBuiltIn(name);
}

interface Entry {
  readonly run: typeof runEvaluate;
}

/** The value of each script: puts what its chunks export in their places. */
type ScriptFunction = (
  chunks: unknown[],
  load: (script: number, chunk: number) => Promise<unknown>,
  importHere: (name: string) => Promise<unknown>,
  require: (name: string) => unknown,
) => void;

export async function runLinked(words: readonly string[]): Promise<number> {
  const cache = words.includes('--no-cache') ? null : defaultCacheFolder(process.env);
  // The build writes nothing but ASCII; a string of one byte a character is the faster one.
  const read = (file: string): string => readFileSync(join(__dirname, file), 'latin1');
  const { files, scripts, entry } = JSON.parse(read('evaluate.json')) as Linked;
  const texts: string[] = [];
  const textOf = (piece: Piece): string => {
    if (typeof piece === 'string') return piece;
    const [file, start, end] = piece;
    return (texts[file] ??= read(files[file] ?? '')).slice(start, end);
  };
  const kept = openScripts(cache);
  const chunks: unknown[] = [];
  const loaded = new Set<number>();
  const load = (script: number): void => {
    if (loaded.has(script)) return;
    loaded.add(script);
    const text = (scripts[script] ?? []).map(textOf).join('');
    const define = kept.load(`evaluate-${script}`, text) as ScriptFunction;
    define(chunks, loadLater, (name) => import(name), requireHere);
  };
  const loadLater = async (script: number, chunk: number): Promise<unknown> => {
    await Promise.resolve();
    load(script);
    return chunks[chunk];
  };
  load(0);
  const { run } = chunks[entry] as Entry;
  try {
    return await run(words, writeAtOnce);
  } finally {
    kept.keep();
  }
}
