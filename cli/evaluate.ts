import { factsByTemplate } from './read-facts.ts';
import { FerruleError } from '../runtime/engine/errors.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import type { Engine } from '../library/node/engine.ts';
import { errorDetail, errorField } from '../library/error-detail.ts';
import { INCLUDABLE, type Included } from '../runtime/engine/evaluation-result.ts';
import { evaluateResponse, type EvaluateResponse } from '../library/evaluate-response.ts';
import { jsonFault } from '../library/json-fault.ts';
import { parseJson, writeJson } from '../library/json.ts';
import { readRulesetSources, rulesetName } from '../library/node/sources.ts';
import { parseDocument } from '../library/ordered-json.ts';
import {
  CommandError,
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
      help: 'JSON array of {"template", "data"}, an object with key facts, or a map of templates to data; - is stdin',
    },
    'host-facts': {
      type: 'string',
      value: 'FILE',
      help: 'facts that only the host brings (`from: host`), in the form of --facts: before all others, in each evaluation of a batch',
    },
    input: {
      type: 'string',
      value: 'FILE',
      help: 'JSON document that the `input:` of the ruleset turns into facts, before those of --facts; - is stdin',
    },
    batch: {
      type: 'string',
      value: 'FILE',
      help: 'one such JSON text a line, which may have a key input, and one result a line; - is stdin',
    },
    now: {
      type: 'string',
      value: 'SECONDS',
      help: 'the clock of the evaluation, in seconds since the epoch',
    },
    include: {
      type: 'string',
      value: 'NAMES',
      help: 'what the result holds besides: firings, facts, separated by commas',
    },
    ...CONSTANT_OPTIONS,
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
    'no-cache': NO_CACHE_OPTION,
    pretty: { type: 'boolean', help: 'print the result in lines, for people' },
    'with-facts': { type: 'boolean', help: 'add the facts at the end, derived ones included, to the result' },
  },
  notes: `
Prints one JSON object with the fields of EvaluateResponse. Every evaluation starts with no facts but the given ones.
In a batch, a line that fails is answered by {"error", "detail", "field"}, the others go on, and the exit code is 1;
empty lines are passed over.`,
  async run([path = ''], options, terminal) {
    const factsPath = textOption(options, 'facts');
    const batchPath = textOption(options, 'batch');
    const inputPath = textOption(options, 'input');
    if (inputPath !== null && batchPath !== null) throw usageError('--input and --batch exclude each other');
    if (inputPath === '-' && factsPath === '-') throw usageError('--input and --facts cannot both be stdin');
    if (factsPath !== null && batchPath !== null) throw usageError('--facts and --batch exclude each other');
    const isPretty = options['pretty'] === true;
    if (isPretty && batchPath !== null) throw usageError('--pretty and --batch exclude each other');
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
    const input = inputPath === null ? null : parseText(await readText(inputPath, terminal), 'input');
    const request = factsPath === null ? NO_FACTS : readRequest(await readText(factsPath, terminal));
    const given = input === null ? request : { ...request, input };
    const text = writeJson(evaluateRequest(evaluating, given));
    terminal.data(`${isPretty ? await inLines(text) : text}\n`);
    return DONE;
  },
};

/** The same JSON in lines. What a terminal would obey is written as an escape. */
async function inLines(json: string): Promise<string> {
  const { shownJson } = await import('../agents/gate/shown-text.ts');
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
  if (unknown !== undefined) throw usageError(`--include does not know '${unknown}': firings, facts`);
  return INCLUDABLE.filter((name) => asked.has(name));
}

/** Input of an evaluation. */
interface Request {
  readonly facts: readonly FactInput[];
  /** A document; null: none. */
  readonly input: unknown;
}

const NO_FACTS: Request = { facts: [], input: null };

/** What is wrong with a value that holds no facts: a document goes to `--input`. */
function noFacts(value: unknown): string {
  const expected = 'expected an array of facts, or an object with key facts';
  if (!isObject(value)) return expected;
  return 'template' in value && 'data' in value
    ? `${expected}: write this fact in brackets, [{"template": …, "data": …}]`
    : `${expected}; a document that the ruleset's \`input\` reads is given by --input FILE`;
}

/** Facts as JSON: `[{"template": …, "data": {…}}, …]` or `{"facts": […], "input": …}`. */
export function readRequest(text: string): Request {
  const value = parseText(text, 'facts');
  const { facts, input = null } = isObject(value) ? value : { facts: value };
  if (facts === undefined && input !== null) return { facts: [], input };
  const map = facts ?? value;
  const byTemplate = isObject(map) ? factsByTemplate(map) : null;
  if (byTemplate !== null) return { facts: byTemplate, input };
  if (!Array.isArray(facts)) throw invalidJson(noFacts(value));
  return { facts: facts.map(readFact), input };
}

function readFact(fact: unknown, i: number): FactInput {
  if (!isObject(fact)) throw invalidJson(`fact ${i + 1} is no object`);
  const { template, data } = fact;
  if (typeof template !== 'string') throw invalidJson(`fact ${i + 1} needs a template`);
  if (!isObject(data)) throw invalidJson(`fact ${i + 1} needs data, an object of slots`);
  return { template, data };
}

function parseText(text: string, what: 'facts' | 'input'): unknown {
  try {
    return parseDocument(text);
  } catch (error) {
    throw invalidJson(jsonFault(text) ?? (error instanceof Error ? error.message : String(error)), what);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidJson(problem: string, what: 'facts' | 'input' = 'facts'): CommandError {
  return new CommandError(`the ${what} ${what === 'facts' ? 'are' : 'is'} not valid: ${problem}`);
}

function errorAnswer(error: unknown): object {
  if (error instanceof FerruleError)
    return { error: error.code, detail: errorDetail(error), field: errorField(error) };
  if (error instanceof CommandError) return { error: 'invalid_json', detail: error.message, field: null };
  throw error;
}
