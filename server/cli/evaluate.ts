import { FerruleError } from '../../runtime/errors.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
import type { Engine } from '../library/engine.ts';
import { errorDetail } from '../library/error-detail.ts';
import { evaluateResponse } from '../library/evaluate-response.ts';
import { parseJson, writeJson } from '../library/json.ts';
import {
  CommandError,
  DONE,
  textOption,
  usageError,
  WRONG_INPUT,
  type Command,
  type Terminal,
} from './command.ts';
import { readLines, readText } from './read-input.ts';

export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'evaluate facts against a ruleset',
  arguments: ['PATH'],
  options: {
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'JSON array of {"template", "data"}, or an object with key facts; - is stdin',
    },
    batch: {
      type: 'string',
      value: 'FILE',
      help: 'one such JSON text a line, one result a line; - is stdin',
    },
    now: {
      type: 'string',
      value: 'SECONDS',
      help: 'the clock of the evaluation, in seconds since the epoch',
    },
    'with-facts': { type: 'boolean', help: 'add the facts at the end, derived ones included, to the result' },
  },
  notes: `
Prints one JSON object with the fields of EvaluateResponse. Every evaluation starts with no facts but the given ones.
In a batch, a line that fails is answered by {"error", "detail", "field"}, the others go on, and the exit code is 1;
empty lines are passed over.`,
  async run([path = ''], options, terminal) {
    const factsPath = textOption(options, 'facts');
    const batchPath = textOption(options, 'batch');
    if (factsPath !== null && batchPath !== null) throw usageError('--facts and --batch exclude each other');
    const clock = readClock(textOption(options, 'now'));
    const { Engine } = await import('../library/engine.ts');
    const engine = await Engine.fromRules(path, clock);
    const withFacts = options['with-facts'] === true;
    for (const warning of engine.warnings) terminal.err(`${warning}\n`);
    if (batchPath !== null) return evaluateBatch(engine, batchPath, withFacts, terminal);
    const facts = factsPath === null ? [] : readFacts(await readText(factsPath, terminal));
    terminal.out(`${writeJson(evaluateFacts(engine, facts, withFacts))}\n`);
    return DONE;
  },
};

function readClock(seconds: string | null): { readonly now?: () => number } {
  if (seconds === null) return {};
  const milliseconds = Number(seconds) * 1000;
  if (seconds.trim() === '' || !Number.isFinite(milliseconds))
    throw usageError('--now needs a number of seconds');
  return { now: () => milliseconds };
}

/** A batch is written in pieces of about this many characters. */
const PIECE = 65_536;

async function evaluateBatch(
  engine: Engine,
  path: string,
  withFacts: boolean,
  terminal: Terminal,
): Promise<number> {
  let exitCode = DONE;
  let piece = '';
  for await (const line of readLines(path, terminal)) {
    if (line.trim() === '') continue;
    let answer: object;
    try {
      answer = evaluateFacts(engine, readFacts(line), withFacts);
    } catch (error) {
      answer = errorAnswer(error);
      exitCode = WRONG_INPUT;
    }
    piece += `${writeJson(answer)}\n`;
    if (piece.length < PIECE) continue;
    terminal.out(piece);
    piece = '';
  }
  if (piece !== '') terminal.out(piece);
  return exitCode;
}

/** One evaluation of an engine without facts. Plain when the facts are wanted, since a scoped one takes them back. */
function evaluateFacts(engine: Engine, facts: readonly FactInput[], withFacts: boolean): object {
  if (!withFacts) return evaluateResponse(engine.evaluate({ scoped: true, facts }));
  engine.reset();
  engine.assertFacts(facts);
  return { ...evaluateResponse(engine.evaluate()), facts: engine.facts() };
}

/** Facts as JSON: `[{"template": …, "data": {…}}, …]` or `{"facts": […]}`. */
function readFacts(text: string): readonly FactInput[] {
  const value = parseFacts(text);
  const facts: unknown = isObject(value) ? value['facts'] : value;
  if (!Array.isArray(facts)) throw invalidJson('expected an array of facts, or an object with key facts');
  return facts.map((fact: unknown, i) => {
    if (!isObject(fact)) throw invalidJson(`fact ${i + 1} is no object`);
    const { template, data } = fact;
    if (typeof template !== 'string') throw invalidJson(`fact ${i + 1} needs a template`);
    if (!isObject(data)) throw invalidJson(`fact ${i + 1} needs data, an object of slots`);
    return { template, data };
  });
}

function parseFacts(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalidJson(error instanceof Error ? error.message : String(error));
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidJson(problem: string): CommandError {
  return new CommandError(`the facts are not valid: ${problem}`);
}

function errorAnswer(error: unknown): object {
  if (error instanceof FerruleError)
    return { error: error.code, detail: errorDetail(error), field: error.field };
  if (error instanceof CommandError) return { error: 'invalid_json', detail: error.message, field: null };
  throw error;
}
