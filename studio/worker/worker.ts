/**
 * Responds to the questions of the page, in a worker of a sandboxed frame. One at a time: the page ends the frame if one takes too
 * long. This script decides; the page sends the one for all other questions when it first needs it.
 */
import { CompileError } from '../../library/compile-error.ts';
import { errorDetail } from '../../library/error-detail.ts';
import { RequestError } from '../../library/read-request.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { writeJson } from '../../library/json.ts';
import { loadInWorker, runScript } from '../../library/browser/load-in-worker.ts';
import type { Asked, Question, QuestionKind, ToWorker, Told } from '../protocol/messages.ts';
import type { FurtherKind } from './answerer.ts';
import { decide } from './decide.ts';
import type * as Further from './further.ts';
import type { Parts } from './parts.ts';
import { openRulesets } from './rulesets.ts';

declare const ferruleParts: Parts;

const rulesets = openRulesets(loadInWorker);
type Answer = (question: Question, tell: (message: string) => void) => unknown;

let answerFurther: ((kind: FurtherKind) => Answer) | null = null;

function addScript(script: string): void {
  runScript(script);
  const { FURTHER, loadRulesets } = ferruleParts.require('further.js') as typeof Further;
  const loaded = loadRulesets(rulesets);
  answerFurther = (kind) => (question, tell) => FURTHER[kind](question, loaded, tell);
}

function answererOf(kind: QuestionKind): Answer {
  if (kind === 'decide') return (question) => decide(question, rulesets);
  if (answerFurther === null) throw new Error(`the script for ${kind} has not arrived`);
  return answerFurther(kind);
}

async function answer({ id, question }: Asked, port: MessagePort): Promise<Told> {
  const tell = (message: string): void => {
    const told: Told = { id, kind: 'progress', message };
    port.postMessage(writeJson(told));
  };
  try {
    return { id, kind: 'done', value: await answererOf(question.kind)(question, tell) };
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
      const sent = data as ToWorker;
      if ('script' in sent) addScript(sent.script);
      else busy = busy.then(async () => port.postMessage(writeJson(await answer(sent, port))));
    });
    port.start();
  },
  { once: true },
);
