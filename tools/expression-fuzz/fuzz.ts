/** Random expressions and functions, compiled and run, against real CLIPS: the same value of the same type. */
import fc from 'fast-check';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { printDeffunction, printExpression } from '../../compiler/emit/clips/expression.ts';
import { checkExpression } from '../../compiler/language/expression/check.ts';
import { checkFunctions } from '../../compiler/language/expression/check-functions.ts';
import type { Expression, FunctionDefinition } from '../../compiler/language/expression/expression.ts';
import { parseDeffunction } from '../../compiler/language/expression/parse.ts';
import type { StaticType } from '../../compiler/language/static-type.ts';
import type { TypedCode } from '../../compiler/emit/typescript/expression/typed-code.ts';
import { clipsLiteral } from '../../compiler/emit/clips/atoms.ts';
import { literal } from '../../compiler/emit/typescript/code/code.ts';
import { EvaluationError } from '../../runtime/engine/errors.ts';
import { tellsOfOverflow } from '../../runtime/functions/failure.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { FUNCTIONS } from '../../compiler/language/functions/table.ts';
import { callsHost, valueDefinitions } from '../../compiler/emit/clips/values/table.ts';
import { evaluateInClips } from './clips.ts';
import { drawBody } from './draw-function.ts';
import { HELPERS, VARIABLES } from './draw-leaf.ts';
import { drawExpression, drawFarDifference, drawInexact, rowsOf } from './draw.ts';
import { normalizeShown, showValue } from './shown.ts';
import { sourceText } from './source-text.ts';
import { compileTestModule, createTestMatcher } from './test-scope.ts';

interface FuzzOptions {
  readonly count: number;
  readonly seed: number;
  readonly clips: Clips;
  readonly batch?: number;
  readonly onBatch?: (done: number) => void;
}

interface Mismatch {
  readonly text: string;
  readonly clips: Answer;
  readonly ferrule: Answer;
}

interface FuzzResult {
  readonly compared: number;
  /** Programs for which CLIPS reports an error. */
  readonly errors: number;
  /** Programs that the checker refuses and that give a value in CLIPS. */
  readonly stricter: number;
  /** Programs that bring CLIPS down. */
  readonly crashes: number;
  /** Programs whose integers leave 64 bits. */
  readonly overflows: number;
  readonly mismatches: readonly Mismatch[];
}

/**
 * A value as it is shown, an error when it runs, an overflow (CLIPS wraps), a refusal of the checker, a function that CLIPS
 * does not load, or a crash of CLIPS itself (some errors of multifield functions leave CLIPS 6.4.1 with garbage).
 */
export type Answer = string | 'error' | 'overflow' | 'refused' | 'rejected' | 'crash';

/** One drawn program: an expression over typed variables, or the body of a function. */
export interface Drawn {
  readonly kind: 'expression' | 'function' | 'inexact';
  readonly definition: FunctionDefinition;
}

const AT = { file: 'drawn', start: 0, end: 0 };
const PARAMETERS = VARIABLES.map(({ name }) => name);

/** Drawn programs as functions over the variables, which is how both sides call them. */
export function drawPrograms(count: number, seed: number, version: '6.30' | '6.4' = '6.4'): readonly Drawn[] {
  const rows = rowsOf(version);
  const expressions = fc.oneof(
    { weight: 6, arbitrary: drawExpression(rows) },
    { weight: 1, arbitrary: drawFarDifference() },
  );
  const drawn = fc.oneof(
    { weight: 7, arbitrary: expressions.map((body) => ({ kind: 'expression' as const, body: [body] })) },
    { weight: 3, arbitrary: drawBody(rows).map((body) => ({ kind: 'function' as const, body })) },
    { weight: 1, arbitrary: drawInexact(rows).map((body) => ({ kind: 'inexact' as const, body: [body] })) },
  );
  return fc.sample(drawn, { numRuns: count, seed }).map(({ kind, body }, i) => ({
    kind,
    definition: { name: `p${i}`, parameters: PARAMETERS, wildcard: null, body, at: AT },
  }));
}

const helpers = HELPERS.map((text) => {
  const definition = parseDeffunction(sourceText(text), createReport());
  if (!definition) throw new Error(`not a function: ${text}`);
  return definition;
});

const ARGUMENTS = VARIABLES.map(({ value }) => clipsLiteral(value)).join(' ');

export async function runInClips({ path }: Clips, programs: readonly Drawn[]): Promise<readonly Answer[]> {
  const own = [...helpers, ...programs.map(({ definition }) => definition)].map(printDeffunction);
  const definitions = [...valueDefinitions([...FUNCTIONS.keys()].filter((name) => !callsHost(name))), ...own];
  const calls = programs.map(({ definition }) => `(${definition.name} ${ARGUMENTS})`);
  const answers = await evaluateInClips(path, definitions, calls);
  return answers.map((answer) => (answer.kind === 'value' ? normalizeShown(answer.shown) : answer.kind));
}

/** Variables as the surroundings of a condition give them: typed, unboxed. */
const TYPED_VARIABLES = new Map(
  VARIABLES.map(({ name, type, value }): [string, TypedCode] => [
    name,
    { code: literal(value.value), type, canFail: false },
  ]),
);
const TYPES = new Map<string, StaticType>(VARIABLES.map(({ name, type }) => [name, type]));

/** Results of the compiled programs. */
export function runCompiled(programs: readonly Drawn[]): readonly Answer[] {
  const templates = new Map();
  const asFunctions = programs.filter(({ kind }) => kind === 'function').map(({ definition }) => definition);
  const refused = new Set<string>();
  for (const definition of asFunctions) {
    const report = createReport();
    checkFunctions([...helpers, definition], { templates }, report);
    if (report.hasErrors()) refused.add(definition.name);
  }
  const definitions = [...helpers, ...asFunctions.filter(({ name }) => !refused.has(name))];
  const signatures = checkFunctions(definitions, { templates }, createReport());
  const expressions: Expression[] = [];
  const indices = programs.map(({ kind, definition }) => {
    if (refused.has(definition.name)) return null;
    const expression = kind === 'function' ? callOf(definition) : definition.body[0];
    const report = createReport();
    if (expression === undefined) return null;
    checkExpression(expression, { variables: TYPES, functions: signatures, templates }, report);
    return report.hasErrors() ? null : expressions.push(expression) - 1;
  });
  const compiled = compileTestModule(expressions, definitions, {
    variables: TYPED_VARIABLES,
    signatures,
    templates,
  });
  return indices.map((index) =>
    index === null ? 'refused' : shownResult(() => compiled.evaluate(index, createTestMatcher())),
  );
}

function callOf({ name }: FunctionDefinition): Expression {
  const args = VARIABLES.map(({ value }): Expression => ({ kind: 'literal', value, at: AT }));
  return { kind: 'call', name, nameAt: AT, args, at: AT };
}

function shownResult(evaluate: () => Parameters<typeof showValue>[0]): Answer {
  try {
    return showValue(evaluate());
  } catch (error) {
    if (error instanceof EvaluationError) return tellsOfOverflow(error.message) ? 'overflow' : 'error';
    throw error;
  }
}

const FLOAT_TEXT = /^d(\S+) $/;
const TOLERANCE = 1e-13;

/**
 * True if two results agree. The last digits of a transcendental function depend on the mathematical library. A
 * program may be refused for a part that CLIPS never comes to: the checker knows the types of variables and results.
 */
export function sameAnswer(kind: Drawn['kind'], clips: Answer, ferrule: Answer): boolean {
  if (clips === ferrule || clips === 'crash') return true;
  if (clips === 'rejected') return ferrule === 'refused';
  if (ferrule === 'refused' || ferrule === 'overflow') return true;
  const [a, b] = [clips, ferrule].map((text) => Number(FLOAT_TEXT.exec(text)?.[1] ?? 'none'));
  if (kind !== 'inexact' || a === undefined || b === undefined) return false;
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

/** Draws `count` programs and compares both sides, in batches of one clips process each. */
export async function fuzzExpressions(options: FuzzOptions): Promise<FuzzResult> {
  const batch = options.batch ?? 500;
  const version = options.clips.version.startsWith('6.3') ? '6.30' : '6.4';
  const mismatches: Mismatch[] = [];
  let compared = 0;
  let errors = 0;
  let stricter = 0;
  let crashes = 0;
  let overflows = 0;
  for (let done = 0; done < options.count; done += batch) {
    const programs = drawPrograms(Math.min(batch, options.count - done), options.seed + done, version);
    const inClips = await runInClips(options.clips, programs);
    const compiled = runCompiled(programs);
    programs.forEach(({ kind, definition }, i) => {
      const [clips = 'crash', ferrule = 'refused'] = [inClips[i], compiled[i]];
      compared++;
      if (clips === 'error' || clips === 'rejected') errors++;
      if (clips === 'crash') crashes++;
      if (ferrule === 'overflow') overflows++;
      if (ferrule === 'refused' && clips !== 'error' && clips !== 'rejected') stricter++;
      if (!sameAnswer(kind, clips, ferrule)) mismatches.push({ text: printText(definition), clips, ferrule });
    });
    options.onBatch?.(done + programs.length);
  }
  return { compared, errors, stricter, crashes, overflows, mismatches };
}

function printText(definition: FunctionDefinition): string {
  return definition.body.map(printExpression).join('\n');
}
