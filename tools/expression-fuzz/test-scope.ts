/** The surroundings of generated expressions in tests: what the emitter of a whole module provides otherwise. */
import vm from 'node:vm';
import { emitExpression } from '../../compiler/emit/typescript/expression/expression.ts';
import { box } from '../../compiler/emit/typescript/expression/expression-convert.ts';
import { emitFunctions } from '../../compiler/emit/typescript/expression/function-versions.ts';
import { createFunctionNames } from '../../compiler/emit/typescript/function-names.ts';
import { findSlot } from '../../compiler/language/expression/typing.ts';
import { createExpressionTyper } from '../../compiler/language/expression/function-versions.ts';
import type { TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import { required } from '../../compiler/required.ts';
import type { Expression, FunctionDefinition } from '../../compiler/language/expression/expression.ts';
import type { FunctionSignature } from '../../compiler/language/expression/scope.ts';
import type { EmitScope } from '../../compiler/emit/typescript/expression/emit-scope.ts';
import type { TypedCode } from '../../compiler/emit/typescript/expression/typed-code.ts';
import type { Template } from '../../compiler/ruleset.ts';
import { code, identifier, lines, typed, type Code } from '../../compiler/emit/typescript/code/code.ts';
import { DEFAULT_LIMITS } from '../../runtime/description.ts';
import type { Host } from '../../runtime/abi.ts';
import * as regex from '../../runtime/regex/regex.ts';
import * as box_ from '../../runtime/functions/box.ts';
import * as calls from '../../runtime/functions/calls.ts';
import * as equality from '../../runtime/functions/equality.ts';
import * as float from '../../runtime/values/float.ts';
import * as integer from '../../runtime/functions/integer.ts';
import * as multifield from '../../runtime/functions/multifield.ts';
import * as number from '../../runtime/functions/number.ts';
import * as predicate from '../../runtime/functions/predicate.ts';
import * as scan from '../../runtime/functions/scan.ts';
import * as string from '../../runtime/functions/string.ts';
import * as textLimit from '../../runtime/functions/text-limit.ts';
import * as transcendental from '../../runtime/functions/transcendental.ts';
import * as value from '../../runtime/functions/value.ts';
import * as truth from '../../runtime/values/truth-symbols.ts';
import * as values from '../../runtime/values/values.ts';

const RUNTIME: Readonly<Record<string, unknown>> = {
  ...regex,
  ...box_,
  ...calls,
  ...equality,
  ...float,
  ...integer,
  ...multifield,
  ...number,
  ...predicate,
  ...scan,
  ...string,
  ...textLimit,
  ...transcendental,
  ...value,
  ...truth,
  ...values,
};

export const TEST_HOST: Host = { now: () => 0, functions: new Map(), limits: DEFAULT_LIMITS };

/** A matcher as far as expressions see it. */
export interface TestMatcher {
  readonly host: Host;
  readonly facts: Readonly<Record<string, unknown>>;
  now: number;
  steps: number;
  depth: number;
  readonly evaluation: number;
}

export function createTestMatcher(host: Host = TEST_HOST, facts: TestMatcher['facts'] = {}): TestMatcher {
  return { host, facts, now: 0, steps: 0, depth: 0, evaluation: 1 };
}

interface TestScope extends EmitScope {
  /** Module-level constants made so far. */
  readonly constants: readonly Code[];
  /** An expression over the variables with its types. */
  readonly typed: (expression: Expression) => TypedExpression;
  /** Code of the functions that were called so far. */
  readonly emitFunctions: () => readonly Code[];
}

export interface TestSurroundings {
  readonly variables?: ReadonlyMap<string, TypedCode>;
  readonly signatures?: ReadonlyMap<string, FunctionSignature>;
  readonly templates?: ReadonlyMap<string, Template>;
  /** Other names of the generated code: the classes of facts. */
  readonly classes?: Readonly<Record<string, unknown>>;
}

const NOTHING_PLANNED = { choices: new Map(), intrinsics: new Map(), memoized: new Map() };

export function createTestScope(
  surroundings: TestSurroundings = {},
  definitions: readonly FunctionDefinition[] = [],
): TestScope {
  const { variables = new Map(), signatures = new Map(), templates = new Map() } = surroundings;
  const constants: Code[] = [];
  const made = new Map<string, Code>();
  let locals = 0;
  let functions = 0;
  const typer = createExpressionTyper(definitions, { signatures, templates });
  const types = new Map([...variables].map(([name, { type }]) => [name, type]));
  const names = createFunctionNames(() => identifier(`f${functions++}`));
  const scope: TestScope = {
    constants,
    typed: (expression) => typer.type(expression, types),
    // A version is requested by its place; all are known once the first is.
    emitFunctions: () => emitFunctions(names, typer.functions(), NOTHING_PLANNED, scope),
    variable: (name) => required(variables.get(name), name),
    deffunction: names.nameOf,
    temporal: ({ name }) => required<Code>(null, name),
    runtime: (name) => identifier(name),
    constant: (_hint, initialiser) => {
      const known = made.get(initialiser.text);
      if (known) return known;
      const name = identifier(`k${made.size}`);
      made.set(initialiser.text, name);
      constants.push(code`const ${name} = ${initialiser};`);
      return name;
    },
    matcher: identifier('m'),
    matcherType: identifier('TestMatcher'),
    factsOf: (template) => code`m.facts.${identifier(template)}`,
    factClass: (template) => identifier(template),
    slot: (template, slot) => ({
      slot: required(findSlot(templates, template, slot), slot),
      name: identifier(slot),
    }),
    local: (hint) => identifier(`${hint.replace(/[^A-Za-z0-9]/g, '_')}_${locals++}`),
  };
  return scope;
}

/** Expressions and the functions that they call, as a module whose functions give boxed values. */
interface TestModule {
  readonly text: string;
  readonly evaluate: (index: number, matcher: TestMatcher) => values.Value;
}

/** Compiles checked expressions and evaluates the generated code. */
export function compileTestModule(
  expressions: readonly Expression[],
  definitions: readonly FunctionDefinition[],
  surroundings: TestSurroundings = {},
): TestModule {
  const scope = createTestScope(surroundings, definitions);
  const [matcher, answer] = [typed(scope.matcherType), typed(identifier('Value'))];
  const typedExpressions = expressions.map(scope.typed);
  const entries = typedExpressions.map((expression, i) => {
    const value = box(emitExpression(expression, scope), scope);
    return code`function ${identifier(`e${i}`)}(m${matcher})${answer} { return ${value}; }`;
  });
  const functions = scope.emitFunctions();
  const names = expressions.map((_, i) => `e${i}`).join(', ');
  const module = lines([...scope.constants, ...functions, ...entries]);
  const named = { ...RUNTIME, ...surroundings.classes };
  const load = vm.compileFunction(`${module.plain}\nreturn [${names}];`, Object.keys(named));
  const loaded = load(...Object.values(named)) as ((matcher: TestMatcher) => values.Value)[];
  return {
    text: module.text,
    evaluate: (index, matcher) => {
      const entry = loaded[index];
      if (!entry) throw new Error('no such expression');
      return entry(matcher);
    },
  };
}
