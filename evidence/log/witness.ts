import type { Logger } from 'pino';

const TIMEOUT_MS = 10_000;

/** Sends checkpoints to a witness out of this service's reach. Failures are reported, and the next one is sent. */
export function createWitness(url: string, log: Logger): (note: string) => void {
  return (note) => {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: note,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    fetch(url, request)
      .then(async (response) => {
        await response.body?.cancel();
        if (!response.ok) log.warn({ status: response.status }, 'the witness rejected a checkpoint');
      })
      .catch((error: unknown) => log.warn({ problem: String(error) }, 'the witness cannot be reached'));
  };
}
