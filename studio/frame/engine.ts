/** The page's side of the sandboxed workers. */
import type { Answers, Question, QuestionKind, Told } from '../protocol/messages.ts';
import { QUESTIONS, type WorkerName } from '../protocol/questions.ts';

/** Milliseconds for the start of a worker on a busy machine. */
const START_MS = 30_000;

/** A question that the user stopped, or that a newer one replaced. */
export class Stopped extends Error {}

export interface Engine {
  /** @param onProgress told how far it is, in words */
  readonly ask: <Kind extends QuestionKind>(
    question: Question<Kind>,
    onProgress?: (message: string) => void,
  ) => Promise<Answers[Kind]>;
  /** Ends what runs. The next question starts a new worker. */
  readonly stop: () => void;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (message: string) => void;
  readonly timer: number;
}

/** An engine of all workers, each started when it is first asked. @param workerText resolves with their script */
export function createEngines(workerText: Promise<string>): Engine {
  const engines = new Map<WorkerName, Engine>();
  const engineOf = (name: WorkerName): Engine => {
    let engine = engines.get(name);
    if (engine === undefined) engines.set(name, (engine = createEngine(workerText)));
    return engine;
  };
  return {
    ask: (question, onProgress) => engineOf(QUESTIONS[question.kind].worker).ask(question, onProgress),
    stop() {
      for (const engine of engines.values()) engine.stop();
    },
  };
}

/** @param workerText resolves with the script of the worker */
function createEngine(workerText: Promise<string>): Engine {
  let port: Promise<MessagePort> | null = null;
  let frame: HTMLIFrameElement | null = null;
  let count = 0;
  const pending = new Map<number, Pending>();

  /** True once the worker has responded: the first question waits for its code, too. */
  let isWarm = false;

  const end = (error: Error): void => {
    frame?.remove();
    frame = null;
    port = null;
    isWarm = false;
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(error);
    }
    pending.clear();
  };

  const settle = (text: unknown): void => {
    const told = JSON.parse(String(text)) as Told;
    const one = pending.get(told.id);
    if (one === undefined) return;
    isWarm = true;
    if (told.kind === 'progress') {
      one.onProgress(told.message);
      return;
    }
    pending.delete(told.id);
    clearTimeout(one.timer);
    if (told.kind === 'done') one.resolve(told.value as never);
    else one.reject(new Error(told.message));
  };

  const start = async (): Promise<MessagePort> => {
    const channel = new MessageChannel();
    const element = document.createElement('iframe');
    element.setAttribute('sandbox', 'allow-scripts');
    element.src = 'frame.html';
    element.title = 'Engine';
    element.hidden = true;
    frame = element;
    const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
    document.body.append(element);
    const [text] = await Promise.all([workerText, loaded]);
    channel.port1.addEventListener('message', ({ data }) => {
      if (frame === element) settle(data);
    });
    channel.port1.start();
    // The origin of the frame is opaque, so it has no name to send to.
    element.contentWindow?.postMessage(text, '*', [channel.port2]);
    return channel.port1;
  };

  return {
    async ask(question, onProgress = () => undefined) {
      const used = await (port ??= start());
      const id = ++count;
      return new Promise((resolve, reject) => {
        const limit = QUESTIONS[question.kind].limitMs + (isWarm ? 0 : START_MS);
        const timer = window.setTimeout(() => {
          end(new Error(`stopped after ${limit / 1000} s: a rule may loop forever`));
        }, limit);
        pending.set(id, { resolve, reject, onProgress, timer });
        used.postMessage({ id, question });
      });
    },
    stop() {
      end(new Stopped('stopped'));
    },
  };
}
