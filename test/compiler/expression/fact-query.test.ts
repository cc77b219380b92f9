import { beforeAll, describe, expect, test } from 'vitest';
import { printDeffunction, printExpression } from '../../../compiler/emit/clips/expression.ts';
import type { TemplateOperations } from '../../../runtime/abi.ts';
import { FactMemory } from '../../../runtime/facts/fact-memory.ts';
import { UndoLog } from '../../../runtime/engine/undo-log.ts';
import { Fact, type Integer } from '../../../runtime/values/values.ts';
import { findClips, type Clips } from '../../../library/node/clips/clips-binary.ts';
import { checkText, template } from './checked.ts';
import { evaluateInClips } from '../../../tools/expression-fuzz/clips.ts';
import { evaluateText } from './evaluated.ts';
import { normalizeShown } from '../../../tools/expression-fuzz/shown.ts';
import { createTestMatcher, TEST_HOST, type TestMatcher } from '../../../tools/expression-fuzz/test-scope.ts';

/** Queries only read slots. */
const NO_OPERATIONS = {} as TemplateOperations;

class Agent extends Fact {
  override readonly operations = NO_OPERATIONS;
  override readonly template = 'agent';
  readonly id: string;
  readonly level: Integer;
  constructor(index: number, id: string, level: Integer) {
    super();
    this.index = index;
    this.gone = false;
    this.id = id;
    this.level = level;
  }
}

class Tool extends Fact {
  override readonly operations = NO_OPERATIONS;
  override readonly template = 'tool';
  readonly id: string;
  readonly cost: number;
  constructor(index: number, id: string, cost: number) {
    super();
    this.index = index;
    this.gone = false;
    this.id = id;
    this.cost = cost;
  }
}

const templates = new Map([
  ['agent', template('agent', { id: 'SYMBOL', level: 'INTEGER' })],
  ['tool', template('tool', { id: 'STRING', cost: 'FLOAT' })],
]);
const classes = { agent: Agent, tool: Tool };

/** Facts in the order in which they are asserted; the second agent is retracted again. */
const IN_CLIPS = [
  '(deftemplate agent (slot id) (slot level))',
  '(deftemplate tool (slot id) (slot cost))',
  '(assert (agent (id a) (level 1)))',
  '(assert (tool (id "x") (cost 2.5)))',
  '(bind ?*gone* (assert (agent (id gone) (level 9))))',
  '(assert (agent (id b) (level 3)))',
  '(assert (tool (id "a") (cost 0.5)))',
  '(retract ?*gone*)',
];

function memory<F extends Fact>(facts: readonly F[]): FactMemory<F> {
  const all = new FactMemory<F>(
    (a, b) => a === b,
    ({ index }) => index,
  );
  const log = new UndoLog(Infinity);
  for (const fact of facts) all.add(fact, log);
  for (const fact of facts) if (fact.index === 3) all.remove(fact, log);
  return all;
}

function matcher(limits = TEST_HOST.limits): TestMatcher {
  const agent = memory([new Agent(1, 'a', 1), new Agent(3, 'gone', 9), new Agent(4, 'b', 3)]);
  const tool = memory([new Tool(2, 'x', 2.5), new Tool(5, 'a', 0.5)]);
  return createTestMatcher({ ...TEST_HOST, limits }, { agent, tool });
}

const FUNCTIONS = [
  '(deffunction total () (bind ?sum 0) (do-for-all-facts ((?a agent)) TRUE (bind ?sum (+ ?sum ?a:level))) ?sum)',
  '(deffunction first-above (?n) (do-for-all-facts ((?a agent)) (> ?a:level ?n) (return ?a:id)) none)',
  '(deffunction first-pair () (bind ?p none) (do-for-all-facts ((?a agent) (?t tool)) TRUE (bind ?p (create$ ?a:id ?t:id)) (break)) ?p)',
  '(deffunction live () (bind ?n 0) (do-for-all-facts ((?a agent)) (> ?a:level ?n) (bind ?n (+ ?n 5))) ?n)',
  '(deffunction delayed () (bind ?n 0) (delayed-do-for-all-facts ((?a agent)) (> ?a:level ?n) (bind ?n (+ ?n 5))) ?n)',
];

const QUERIES: readonly (readonly [text: string, shown: string])[] = [
  ['(any-factp ((?a agent)) (> ?a:level 2))', 'y"TRUE"'],
  ['(any-factp ((?a agent)) (= ?a:level 9))', 'y"FALSE"'],
  ['(any-factp ((?a agent) (?t tool)) (eq (str-cat ?a:id) ?t:id))', 'y"TRUE"'],
  ['(find-fact ((?a agent)) TRUE)', 'm( f1 )'],
  ['(find-fact ((?a agent)) (eq ?a:id c))', 'm( )'],
  ['(find-fact ((?a agent) (?t tool)) (< ?t:cost ?a:level))', 'm( f1 f5 )'],
  ['(find-all-facts ((?a agent)) TRUE)', 'm( f1 f4 )'],
  ['(find-all-facts ((?a agent) (?t tool)) (< ?t:cost ?a:level))', 'm( f1 f5 f4 f2 f4 f5 )'],
  ['(find-all-facts ((?x tool agent)) (eq (str-cat ?x:id) "a"))', 'm( f5 f1 )'],
  ['(length$ (find-all-facts ((?a agent)) (any-factp ((?t tool)) (> ?t:cost ?a:level))))', 'i1'],
  ['(do-for-fact ((?a agent)) (> ?a:level 1) 7 ?a:id)', 'y"b"'],
  ['(do-for-fact ((?a agent)) (> ?a:level 100) ?a:id)', 'y"FALSE"'],
  ['(do-for-all-facts ((?t tool)) TRUE ?t:cost)', 'd0.5'],
  ['(do-for-all-facts ((?x agent tool)) TRUE ?x:id)', 's"a"'],
  ['(delayed-do-for-all-facts ((?a agent)) TRUE ?a)', 'f4'],
  ['(total)', 'i4'],
  ['(first-above 2)', 'y"b"'],
  ['(first-above 9)', 'y"none"'],
  ['(first-pair)', 'm( y"a" s"x" )'],
  ['(live)', 'i5'],
  ['(delayed)', 'i10'],
];

describe('fact-set queries', () => {
  test.each(QUERIES)('%s', (text, shown) => {
    expect(evaluateText(text, { templates, classes, functions: FUNCTIONS }, matcher())).toBe(shown);
  });

  test('a query over several sets counts its steps', () => {
    const limits = { ...TEST_HOST.limits, loopSteps: 3 };
    const text = '(any-factp ((?a agent) (?t tool)) FALSE)';
    expect(() => evaluateText(text, { templates, classes }, matcher(limits))).toThrow('loop steps');
  });
});

describe('the same in CLIPS', () => {
  let clips: Clips | null = null;
  beforeAll(async () => {
    clips = await findClips();
  });

  test('every query', async ({ skip }) => {
    if (clips === null) return skip('no clips binary');
    const { definitions } = checkText('TRUE', { templates, functions: FUNCTIONS });
    const program = ['(defglobal ?*gone* = 0)', '(reset)', ...IN_CLIPS, ...definitions.map(printDeffunction)];
    const calls = QUERIES.map(([text]) => {
      const { expression } = checkText(text, { templates, functions: FUNCTIONS });
      return expression ? printExpression(expression) : text;
    });
    const answers = await evaluateInClips(clips.path, program, calls);
    const shown = answers.map((answer) =>
      answer.kind === 'value' ? normalizeShown(answer.shown).trimEnd() : answer.kind,
    );
    expect(QUERIES.map(([text], i) => [text, shown[i]])).toEqual(QUERIES);
  });
});
