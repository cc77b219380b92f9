/** The page's side of the sandboxed workers. */
import type { Answers, Question, QuestionKind, Told, ToWorker } from '../protocol/messages.ts';
import { QUESTIONS, type WorkerName } from '../protocol/questions.ts';

/** Milliseconds for the start of a worker on a busy machine. */
const START_MS = 30_000;
/** Milliseconds in which the frame and a script have to be loaded. */
export const LOAD_MS = 60_000;

/** A question that the user stopped, or that a newer one replaced. */
export class Stopped extends Error {}

export interface Engine {
  /** @param onProgress told how far it is, in words */
  readonly ask: <Kind extends QuestionKind>(
    question: Question<Kind>,
    onProgress?: (message: string) => void,
  ) => Promise<Answers[Kind]>;
  /** Starts the worker that decides before there is a question. */
  readonly start: () => void;
  /** Ends what runs. The next question starts a new worker. */
  readonly stop: () => void;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (message: string) => void;
  readonly timer: number;
  readonly script: keyof WorkerScripts;
}

/** Load the scripts of a worker. After a failure, the next call tries again. */
interface WorkerScripts {
  /** Decides. A blob: its bytes are neither decoded nor copied on the thread of the page. */
  readonly first: () => Promise<Blob>;
  /** For all other questions. */
  readonly further: () => Promise<string>;
}

/** An engine of all workers. Each starts with its first question. */
export function createEngines(scripts: WorkerScripts): Engine {
  const engines = new Map<WorkerName, Engine>();
  const engineOf = (name: WorkerName): Engine => {
    let engine = engines.get(name);
    if (engine === undefined) engines.set(name, (engine = createEngine(scripts)));
    return engine;
  };
  return {
    ask: (question, onProgress) => engineOf(QUESTIONS[question.kind].worker).ask(question, onProgress),
    start: () => engineOf(QUESTIONS.decide.worker).start(),
    stop() {
      for (const engine of engines.values()) engine.stop();
    },
  };
}

/** Waits for what a worker needs. Throws if it has not come after {@link LOAD_MS}, and Stopped if the worker is ended meanwhile. */
async function inTime<Value>(loading: Promise<Value>, ended: AbortSignal): Promise<Value> {
  const settled = new AbortController();
  const failed = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the engine cannot be loaded: it has not come after ${LOAD_MS / 1000} s`)),
      LOAD_MS,
    );
    settled.signal.addEventListener('abort', () => clearTimeout(timer));
    ended.addEventListener('abort', () => reject(new Stopped('stopped')), { signal: settled.signal });
  });
  return Promise.race([loading, failed]).finally(() => settled.abort());
}

function createEngine(scripts: WorkerScripts): Engine {
  let port: Promise<MessagePort> | null = null;
  let frame: HTMLIFrameElement | null = null;
  /** Ends listening to errors of the frame. */
  let failures = new AbortController();
  let count = 0;
  const pending = new Map<number, Pending>();

  /** Scripts of the worker that have responded to a question: the first question to each waits for its code, too. */
  const warm = new Set<keyof WorkerScripts>();

  /** The further script has been sent to the worker of the port. */
  let isWhole: Promise<void> | null = null;

  const end = (error: Error): void => {
    failures.abort();
    frame?.remove();
    frame = null;
    port = null;
    isWhole = null;
    warm.clear();
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
    warm.add(one.script);
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
    failures = new AbortController();
    const { signal } = failures;
    addEventListener(
      'message',
      ({ source, data }) => {
        if (source === element.contentWindow) end(new Error(`the engine failed: ${String(data)}`));
      },
      { signal },
    );
    const [script] = await inTime(Promise.all([scripts.first(), loaded]), signal);
    channel.port1.addEventListener('message', ({ data }) => {
      if (frame === element) settle(data);
    });
    channel.port1.start();
    // The origin of the frame is opaque, so it has no name to send to.
    element.contentWindow?.postMessage(script, '*', [channel.port2]);
    return channel.port1;
  };

  /** Sends the further script once. If it does not load, the next question tries again. */
  const complete = (used: MessagePort): Promise<void> => {
    isWhole ??= inTime(scripts.further(), failures.signal).then(
      (script) => used.postMessage({ script } satisfies ToWorker),
      (error: unknown) => {
        isWhole = null;
        throw error;
      },
    );
    return isWhole;
  };

  /** The port of the worker. If it cannot be started, the next question tries again. */
  const begin = (): Promise<MessagePort> => {
    if (port === null) {
      const started = start();
      port = started;
      started.catch(() => {
        if (port === started) end(new Stopped('stopped'));
      });
    }
    return port;
  };

  return {
    async ask(question, onProgress = () => undefined) {
      const started = begin();
      const used = await started;
      const script = question.kind === 'decide' ? 'first' : 'further';
      if (script === 'further') await complete(used);
      if (port !== started) throw new Stopped('stopped');
      const id = ++count;
      return new Promise((resolve, reject) => {
        const limit = QUESTIONS[question.kind].limitMs + (warm.has(script) ? 0 : START_MS);
        const timer = window.setTimeout(() => {
          end(new Error(`stopped after ${limit / 1000} s: a rule may loop forever`));
        }, limit);
        pending.set(id, { resolve, reject, onProgress, timer, script });
        used.postMessage({ id, question } satisfies ToWorker);
      });
    },
    start: () => void begin().catch(() => undefined),
    stop() {
      end(new Stopped('stopped'));
    },
  };
}
