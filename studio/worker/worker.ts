/**
 * Answers the questions of the page, in a worker of a sandboxed frame. One at a time: the page ends the frame if one takes too
 * long.
 */
import { CompileError } from '../../library/compile-error.ts';
import { errorDetail } from '../../library/error-detail.ts';
import { RequestError } from '../../library/read-request.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { writeJson } from '../../library/json.ts';
import type { Answers, Asked, Question, QuestionKind, Told } from '../protocol/messages.ts';
import { compareVersions } from './compare.ts';
import { measureCoverage } from './coverage.ts';
import { findMutants } from './mutants.ts';
import { tryProperties } from './properties.ts';
import { listCases } from './cases.ts';
import { decide } from './decide.ts';
import { explainDecision } from './explain.ts';
import { findChanges } from './flips.ts';
import { drawMap } from './map.ts';
import { loadInWorker } from '../../library/browser/load-in-worker.ts';
import { openRulesets, type OpenRulesets } from './rulesets.ts';
import { replay } from './replay.ts';
import { runTests } from './tests.ts';

type Answerer<Kind extends QuestionKind> = (
  question: Question,
  rulesets: OpenRulesets,
  /** Tells how far it is. */
  tell: (message: string) => void,
) => Answers[Kind] | Promise<Answers[Kind]>;

/** THE table of questions. */
const ANSWERERS: { readonly [Kind in QuestionKind]: Answerer<Kind> } = {
  decide,
  explain: explainDecision,
  flips: findChanges,
  cases: listCases,
  test: runTests,
  properties: tryProperties,
  coverage: measureCoverage,
  mutants: findMutants,
  map: drawMap,
  replay,
  compare: compareVersions,
};

const rulesets = openRulesets(loadInWorker);

async function answer({ id, question }: Asked, port: MessagePort): Promise<Told> {
  const tell = (message: string): void => {
    const told: Told = { id, kind: 'progress', message };
    port.postMessage(writeJson(told));
  };
  try {
    return { id, kind: 'done', value: await ANSWERERS[question.kind](question, rulesets, tell) };
  } catch (error) {
    if (error instanceof FerruleError) return { id, kind: 'problem', message: errorDetail(error) };
    if (error instanceof CompileError || error instanceof RequestError)
      return { id, kind: 'problem', message: error.message };
    return { id, kind: 'defect', message: error instanceof Error ? error.message : String(error) };
  }
}

let busy: Promise<unknown> = Promise.resolve();

// The frame hands over one port, from the page. Nothing else reaches the worker.
self.addEventListener(
  'message',
  ({ ports: [port] }) => {
    if (port === undefined) return;
    port.addEventListener('message', ({ data }) => {
      const asked = data as Asked;
      busy = busy.then(async () => port.postMessage(writeJson(await answer(asked, port))));
    });
    port.start();
  },
  { once: true },
);
