/** Options of a client, and of single calls. */

export interface ClientOptions {
  /** Where the service listens, such as `http://127.0.0.1:8080`; a path is kept. Default: FERRULE_URL, with FERRULE_TOKEN. */
  readonly url?: string;
  /** The token, or a function that has the one of now. Not sent to operations that need none. */
  readonly token?: string | (() => string | Promise<string>);
  /** Sent with every request, such as `traceparent`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for a whole answer, each attempt for itself. Default: 10,000. */
  readonly timeoutMs?: number;
  /** How often a request that may be sent again is sent again. Default: 2. */
  readonly retries?: number;
  /** Longest delay that a retry accepts (default: 10,000). */
  readonly longestWaitMs?: number;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, also while it waits before another attempt; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** Called for every response, before its body is read: the headers name the decision and the ruleset. */
  readonly onResponse?: (response: { readonly status: number; readonly headers: Headers }) => void;
}
