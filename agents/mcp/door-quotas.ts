/** Port: what an MCP entry point needs of the quotas of its process. Its owner keeps them. */
import type { Socket } from 'node:net';
import type { ServiceError } from '../../library/errors.ts';

/** Resources of one request until it ends. */
export interface DoorHold {
  /** Takes bytes that arrived, or returns the error that names the limit reached. */
  readonly takeBytes: (amount: number) => ServiceError | null;
  readonly end: () => void;
}

export interface DoorQuotas {
  /** Adds a new connection. At the limit an idle one is closed, else the new one. */
  readonly connect: (socket: Socket) => void;
  /** Begins a request of a connection, or returns the error that names the limit reached. */
  readonly begin: (socket: Socket) => DoorHold | ServiceError;
  /**
   * Reserves a process, and returns the function that releases it.
   * @throws ServiceError `overloaded`
   */
  readonly takeProcess: () => () => void;
}
