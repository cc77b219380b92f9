/** The parts of a JSON-RPC connection that the server needs; those of Node and of a browser have them. */
export interface Connection {
  /** The handler of a request gets the token that cancels it. */
  readonly onRequest: (
    method: string,
    handler: (params: unknown, token: CancellationToken) => unknown,
  ) => unknown;
  readonly onNotification: (method: string, handler: (params: never) => void) => unknown;
  readonly sendRequest: (method: string, params?: unknown) => Promise<unknown>;
  readonly sendNotification: (method: string, params: unknown) => Promise<void>;
  readonly listen: () => void;
}

export interface CancellationToken {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: (listener: () => void) => unknown;
}

/** Kind of a message in the log of a client. */
const LOG = 4;

export function log(connection: Connection, message: string): void {
  void connection.sendNotification('window/logMessage', { type: LOG, message });
}
