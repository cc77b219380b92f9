import type { ServerHttp2Stream } from 'node:http2';
import { overloaded, type ServiceError } from '../../library/errors.ts';
import type { Account } from '../quotas/account.ts';
import type { Quotas } from '../quotas/quotas.ts';

/** Calls without a token, from unknown callers: their number is limited per connection and in total. */
export interface OpenCalls {
  /**
   * Adds a call. Beyond the limit in total the oldest one is ended, so that none keeps others out.
   * @throws ServiceError `overloaded`
   */
  readonly add: (
    stream: ServerHttp2Stream,
    connection: Account | null,
    end: (error: ServiceError) => void,
  ) => void;
}

const MOST_IN_TOTAL = 1_024;

export function createOpenCalls(quotas: Quotas): OpenCalls {
  const ends = new Set<(error: ServiceError) => void>();
  return {
    add(stream, connection, end) {
      const nobody = quotas.accountOf('');
      const refusal = quotas.take('open', nobody, connection, 1);
      if (refusal !== null) throw refusal;
      ends.add(end);
      stream.once('close', () => {
        ends.delete(end);
        quotas.give('open', nobody, connection, 1);
      });
      const [oldest] = ends;
      if (ends.size <= MOST_IN_TOTAL || oldest === undefined) return;
      ends.delete(oldest);
      oldest(overloaded());
    },
  };
}
