/** Asks the engine when the rules or the request change, and keeps only the newest response. */
import { effect, untracked } from '@preact/signals';
import { Stopped, type Engine } from '../frame/engine.ts';
import { isSuite } from '../protocol/file-kinds.ts';
import type { Answers, Question, QuestionKind } from '../protocol/messages.ts';
import { busyWith, stopFetching } from './busy.ts';
import { alertText, cases, current, decided, explained, flips, measured, request, tested } from './state.ts';

/** Text of no suites. */
const NONE = '[]';

/** The subject of a question, if it is not the open ruleset and its request. */
type Asking = Partial<Omit<Question, 'kind'>>;

export interface Work {
  readonly run: <Kind extends QuestionKind>(
    kind: Kind,
    words: string,
    about?: Asking,
  ) => Promise<Answers[Kind] | null>;
  readonly stop: () => void;
}

export function startWork(engine: Engine): Work {
  /** The last alert about a question. */
  let own: string | null = null;
  /** Runs a question; `null` if it was stopped or failed, which an alert says. */
  const run = async <Kind extends QuestionKind>(
    kind: Kind,
    words: string,
    about: Asking = {},
  ): Promise<Answers[Kind] | null> => {
    const open = { ruleset: current.peek(), request: request.peek(), old: null, clock: null };
    try {
      return await busyWith(words, (onProgress) => engine.ask({ kind, ...open, ...about }, onProgress));
    } catch (error) {
      if (!(error instanceof Stopped)) {
        own = error instanceof Error ? error.message : String(error);
        alertText.value = own;
      }
      return null;
    }
  };

  let version = 0;
  let running = false;
  const decide = async (): Promise<void> => {
    if (running) return;
    running = true;
    for (let done = -1; done !== version;) {
      done = version;
      const answer = await run('decide', 'Deciding');
      if (done !== version) continue;
      decided.value = answer;
      if (answer?.decision === undefined || answer?.decision === null) {
        explained.value = null;
        continue;
      }
      // Only what the engine said before is out of date.
      if (own !== null && alertText.value === own) alertText.value = null;
      const explanation = await run('explain', 'Explaining');
      if (done === version) explained.value = explanation;
    }
    running = false;
  };

  effect(() => {
    // Read here, so that the effect runs when they change.
    void current.value;
    void request.value;
    version++;
    flips.value = null;
    tested.value = null;
    measured.value = null;
    // A decision reads signals that must not make it run again.
    untracked(() => void decide());
  });

  let suites = NONE;
  effect(() => {
    const text = JSON.stringify(current.value.files.filter(isSuite));
    if (text === suites) return;
    suites = text;
    if (text === NONE) {
      cases.value = [];
      return;
    }
    const reading = untracked(() => run('cases', 'Reading cases'));
    void reading.then((found) => {
      cases.value = found ?? [];
    });
  });

  return {
    run,
    stop: () => {
      engine.stop();
      stopFetching();
    },
  };
}
