import type { RootDatabase } from 'lmdb';

interface Waiting<Request, Reply> {
  readonly request: Request;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

interface Together<Request, Reply> {
  /** Resolved when the transaction is on the disk. */
  readonly ask: (request: Request) => Promise<Reply>;
  /** Runs what waits, now. */
  readonly flush: () => void;
}

/**
 * Requests that come in together are one transaction, and fail together.
 *
 * @param failed is called after a transaction that failed
 */
export function together<Request, Reply>(
  root: Pick<RootDatabase, 'transactionSync'>,
  answer: (request: Request) => Reply,
  failed: () => void = () => undefined,
): Together<Request, Reply> {
  let waiting: Waiting<Request, Reply>[] = [];
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    if (all.length === 0) return;
    let replies: readonly Reply[];
    try {
      replies = root.transactionSync(() => all.map(({ request }) => answer(request)));
    } catch (error) {
      failed();
      for (const { reject } of all) reject(error);
      return;
    }
    all.forEach(({ resolve }, i) => resolve(replies[i]!));
  };
  return {
    flush,
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ request, resolve, reject }) === 1) setImmediate(flush);
      }),
  };
}
