/** Threads that are spawned, and load their code, before it is known what they start with. */
import type { MessagePort, Worker } from 'node:worker_threads';

/** Sends a thread what it starts with. Must be its first message. */
export function sendStart<Start>(thread: Worker, start: Start): void {
  thread.postMessage(start);
}

/**
 * Returns what the thread starts with: its first message. The caller adds its own listener before it waits for anything else,
 * so that it misses none of the messages that follow.
 */
export function receiveStart<Start>(port: MessagePort): Promise<Start> {
  return new Promise((resolve) => port.once('message', resolve));
}
