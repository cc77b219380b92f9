import { FerruleError } from '../runtime/engine/errors.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import type { Engine } from '../library/node/engine.ts';
import { errorDetail, errorField } from '../library/error-detail.ts';
import { INCLUDABLE, type Included } from '../runtime/engine/evaluation-result.ts';
import { evaluateResponse, type EvaluateResponse } from '../library/evaluate-response.ts';
import { parseJson, writeJson } from '../library/json.ts';
import { INPUT_OPTION, readSent } from './read-sent.ts';
import { readRulesetSources, rulesetName } from '../library/node/sources.ts';
import { readRequest, RequestError, type Request } from '../library/read-request.ts';
import {
  DONE,
  LENIENT_OPTION,
  NO_CACHE_OPTION,
  textOption,
  usageError,
  WRONG_INPUT,
  type Command,
  type Terminal,
} from './command.ts';
import { constantSources, CONSTANT_OPTIONS } from './constant-options.ts';
import { readLines, readText } from './read-input.ts';
import { ROOT_OPTION, rootOf } from './root-option.ts';
import { unoptimised } from './unoptimised.ts';

export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'evaluate facts against a ruleset',
  arguments: ['PATH'],
  options: {
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'JSON facts, a map of templates to data, or {facts} (- for stdin)',
    },
    'host-facts': {
      type: 'string',
      value: 'FILE',
      help: 'host facts (`from: host`), added before all others',
    },
    input: INPUT_OPTION,
    batch: {
      type: 'string',
      value: 'FILE',
      help: 'one request per line, one result per line (- for stdin)',
    },
    now: {
      type: 'string',
      value: 'SECONDS',
      help: 'current time of the evaluation, in seconds since the epoch',
    },
    include: {
      type: 'string',
      value: 'NAMES',
      help: 'add to the result: firings, facts (comma-separated)',
    },
    ...CONSTANT_OPTIONS,
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
    'no-cache': NO_CACHE_OPTION,
    pretty: { type: 'boolean', help: 'print the result as readable lines' },
    'with-facts': { type: 'boolean', help: 'add all final facts to the result, including derived ones' },
  },
  notes: `
Prints one JSON object with the fields of EvaluateResponse. Every evaluation starts with only the given facts. Facts are an
array of {"template", "data"}. Host facts have the same form and come first, in each evaluation of a batch; facts from
--input come before those of --facts. In a batch, a line can also be an object with key input. A line that fails prints
{"error", "detail", "field"}, the other lines continue, and the exit code is 1; empty lines are skipped.`,
  async run([path = ''], options, terminal) {
    const factsPath = textOption(options, 'facts');
    const batchPath = textOption(options, 'batch');
    const inputPath = textOption(options, 'input');
    if (inputPath !== null && batchPath !== null) throw usageError('--input cannot be combined with --batch');
    if (factsPath !== null && batchPath !== null) throw usageError('--facts cannot be combined with --batch');
    const isPretty = options['pretty'] === true;
    if (isPretty && batchPath !== null) throw usageError('--pretty cannot be combined with --batch');
    const clock = readClock(textOption(options, 'now'));
    const { Engine } = await import('../library/node/engine.ts');
    const include = readInclude(textOption(options, 'include'), options['with-facts'] === true);
    const sources = [
      ...(await readRulesetSources(path, path, rootOf(options))),
      ...(await constantSources(options)),
    ];
    const how = {
      name: rulesetName(path),
      lenient: options['lenient'] === true,
      cache: options['no-cache'] !== true,
      warmUp: batchPath !== null,
    };
    const engine = await unoptimised(sources, () => Engine.fromSources(sources, { ...clock, ...how }));
    for (const warning of engine.warnings) terminal.err(`${warning}\n`);
    const hostPath = textOption(options, 'host-facts');
    const hostFacts = hostPath === null ? [] : readRequest(await readText(hostPath, terminal)).facts;
    const evaluating: Evaluating = { engine, include, hostFacts };
    if (batchPath !== null) return evaluateBatch(evaluating, batchPath, terminal);
    const text = writeJson(evaluateRequest(evaluating, await readSent(options, terminal)));
    terminal.data(`${isPretty ? await inLines(text) : text}\n`);
    return DONE;
  },
};

/** The same JSON in lines. What a terminal would obey is written as an escape. */
async function inLines(json: string): Promise<string> {
  const { shownJson } = await import('../library/shown-text.ts');
  return shownJson(parseJson(json));
}

function readClock(seconds: string | null): { readonly now?: () => number } {
  if (seconds === null) return {};
  const milliseconds = Number(seconds) * 1000;
  if (seconds.trim() === '' || !Number.isFinite(milliseconds))
    throw usageError('--now needs a number of seconds');
  return { now: () => milliseconds };
}

/** A batch is written in pieces of about this many characters. */
const PIECE = 65_536;

/** Options that all evaluations of a command share. */
interface Evaluating {
  readonly engine: Engine;
  readonly include: readonly Included[];
  readonly hostFacts: readonly FactInput[];
}

async function evaluateBatch(evaluating: Evaluating, path: string, terminal: Terminal): Promise<number> {
  let exitCode = DONE;
  let piece = '';
  for await (const line of readLines(path, terminal)) {
    if (line.trim() === '') continue;
    let answer: object;
    try {
      answer = evaluateRequest(evaluating, readRequest(line));
    } catch (error) {
      answer = errorAnswer(error);
      exitCode = WRONG_INPUT;
    }
    piece += `${writeJson(answer)}\n`;
    if (piece.length < PIECE) continue;
    terminal.data(piece);
    piece = '';
  }
  if (piece !== '') terminal.data(piece);
  return exitCode;
}

/** One evaluation of an engine without facts. */
function evaluateRequest(
  { engine, include, hostFacts }: Evaluating,
  { facts, input }: Request,
): EvaluateResponse {
  return evaluateResponse(engine.evaluate({ scoped: true, facts, hostFacts, input, include }));
}

/** `--with-facts` is the older way to ask for facts. */
function readInclude(names: string | null, withFacts: boolean): readonly Included[] {
  const asked = new Set(names === null ? [] : names.split(','));
  if (withFacts) asked.add('facts');
  const unknown = [...asked].find((name) => !INCLUDABLE.some((known) => known === name));
  if (unknown !== undefined) throw usageError(`unknown --include '${unknown}': expected firings or facts`);
  return INCLUDABLE.filter((name) => asked.has(name));
}

function errorAnswer(error: unknown): object {
  if (error instanceof FerruleError)
    return { error: error.code, detail: errorDetail(error), field: errorField(error) };
  if (error instanceof RequestError) return { error: 'invalid_json', detail: error.message, field: null };
  throw error;
}
