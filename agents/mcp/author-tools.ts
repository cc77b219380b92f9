/** Tools of `ferrule mcp serve` for an assistant that writes rules. None of them writes a file. */
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { compileSources, type Compilation } from '../../compiler/compile.ts';
import { toJson } from '../../compiler/diagnostics/format.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { INCLUDABLE } from '../../runtime/engine/evaluation-result.ts';
import { jsonFormat } from '../../authoring/formats/json.ts';
import { runSuites } from '../../authoring/node/run-suites.ts';
import { findSuites } from '../../library/node/suites/find-suites.ts';
import { Engine } from '../../library/node/engine.ts';
import { evaluateResponse } from '../../library/evaluate-response.ts';
import { writeJson } from '../../library/json.ts';
import { readRequest } from '../../library/read-request.ts';
import { readRulesetSources, rulesetName } from '../../library/node/sources.ts';
import { confinedPath, ToolError } from './confined-path.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface AuthorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, object>> };
  /** The text of the answer. Throws ToolError, and the errors of the library. */
  readonly run: (args: Arguments, root: string) => Promise<string>;
}

const RULESET = {
  path: { type: 'string', description: 'A YAML file or a folder of them.' },
  yaml: { type: 'string', description: 'The ruleset itself, instead of a path.' },
};

function textOf(args: Arguments, name: string): string | null {
  const value = args[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw new ToolError(`${name} must be a text`);
  return value;
}

/** The ruleset that the arguments name or hold: exactly one of both. */
async function sourcesOf(
  args: Arguments,
  root: string,
): Promise<{ readonly sources: readonly Source[]; readonly name: string }> {
  const [path, yaml] = [textOf(args, 'path'), textOf(args, 'yaml')];
  if ((path === null) === (yaml === null)) throw new ToolError('give either path or yaml');
  if (yaml !== null) return { sources: [{ path: 'ruleset.yaml', text: yaml }], name: 'ruleset' };
  const found = await confinedPath(root, path ?? '');
  return { sources: await readRulesetSources(found, root), name: rulesetName(found) };
}

const validate: AuthorTool = {
  name: 'validate',
  description: 'Checks a ruleset and reports every problem with its place and a suggestion.',
  inputSchema: { type: 'object', properties: RULESET },
  async run(args, root) {
    const { sources, name } = await sourcesOf(args, root);
    const compilation: Compilation = compileSources(sources, { name });
    const positions = createPositions(compilation.sources);
    const diagnostics = compilation.diagnostics.map((diagnostic) => toJson(diagnostic, positions));
    return writeJson({ ok: compilation.ok, diagnostics });
  },
};

/** Input of the decision. */
const REQUEST = {
  facts: {
    type: 'array',
    items: {
      type: 'object',
      properties: { template: { type: 'string' }, data: { type: 'object' } },
      required: ['template', 'data'],
    },
  },
  input: { description: 'A document that the `input:` of the ruleset turns into facts.' },
};

async function requestOf(args: Arguments, root: string) {
  const { sources, name } = await sourcesOf(args, root);
  const { facts = [], input = null } = args;
  const request = readRequest(writeJson({ facts, input }));
  return { engine: await Engine.fromSources(sources, { name, warmUp: false }), request };
}

const evaluate: AuthorTool = {
  name: 'evaluate',
  description: 'Evaluates facts, and the facts of a document, against a ruleset, and returns the firings.',
  inputSchema: {
    type: 'object',
    properties: { ...RULESET, ...REQUEST },
  },
  async run(args, root) {
    const { engine, request } = await requestOf(args, root);
    return writeJson(evaluateResponse(engine.evaluate({ scoped: true, ...request, include: INCLUDABLE })));
  },
};

const explain: AuthorTool = {
  name: 'explain',
  description:
    'Explains a decision and why rules did not fire, and finds changes that lead to another decision.',
  inputSchema: {
    type: 'object',
    properties: {
      ...RULESET,
      ...REQUEST,
      rule: { type: 'string', description: 'Only why this rule did not fire.' },
      flip: { type: 'string', description: 'Decision that small changes of the facts should lead to.' },
    },
  },
  async run(args, root) {
    const { engine, request } = await requestOf(args, root);
    const [rule, flip] = [textOf(args, 'rule') ?? undefined, textOf(args, 'flip') ?? undefined];
    return writeJson(await engine.explain({ ...request, rule, flip }));
  },
};

const test: AuthorTool = {
  name: 'test',
  description: 'Runs the test suites of a ruleset and reports what differs.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string', description: 'A suite or a folder.' } },
  },
  async run(args, root) {
    const path = textOf(args, 'path');
    if (path === null) throw new ToolError('test needs a path');
    const suites = await findSuites(await confinedPath(root, path));
    if (suites.length === 0) throw new ToolError(`no suites in ${JSON.stringify(path)}`);
    const report = await runSuites(suites, {
      selects: () => true,
      now: null,
      bail: false,
      lenient: false,
      root,
      confine: (named) => confinedPath(root, relative(realpathSync(root), named)),
    });
    return jsonFormat.write(report, { colours: false });
  },
};

/** THE table of tools. */
export const AUTHOR_TOOLS: readonly AuthorTool[] = [validate, evaluate, explain, test];
