/** Why a call of the service gave no answer that can be used. */

/** The service refused: its status, its code and its sentence. */
export class ServiceError extends Error {
  readonly status: number;
  /** Stable; `docs/reference/http.md` lists them. `unknown` if the responder is not ferrule. */
  readonly code: string;
  /** The slot, or the path in the body. */
  readonly field: string | null;
  /** Delay that the service requests before another attempt. */
  readonly retryAfterMs: number | null;
  /** The body as it came: JSON where it was JSON, else the text. */
  readonly body: unknown;

  constructor(status: number, retryAfterMs: number | null, body: unknown) {
    const { code, detail, field } = readError(body);
    super(detail ?? `the service responded with ${status}`);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code ?? 'unknown';
    this.field = field;
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }
}

export type ConnectionFault =
  /** No response, or the connection was lost. */
  | 'unreachable'
  /** No whole answer within `timeoutMs`. */
  | 'timeout'
  /** An invalid response of the operation: not JSON, a redirect, missing keys. */
  | 'invalid_answer';

/** No answer, or none that can be trusted. */
export class ConnectionError extends Error {
  readonly code: ConnectionFault;
  constructor(code: ConnectionFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectionError';
    this.code = code;
  }
}

interface ErrorParts {
  readonly code: string | null;
  readonly detail: string | null;
  readonly field: string | null;
}

/** The three shapes of an error: `{error, detail, field}`, `{code, message}`, and `{detail: [{loc, msg}]}`. */
function readError(body: unknown): ErrorParts {
  if (!isObject(body)) return { code: null, detail: null, field: null };
  const { error, code, detail, message, field } = body;
  if (Array.isArray(detail)) return readIssues(detail);
  return {
    code: textOrNull(error) ?? textOrNull(code),
    detail: textOrNull(detail) ?? textOrNull(message),
    field: textOrNull(field),
  };
}

function readIssues(issues: readonly unknown[]): ErrorParts {
  const [first] = issues;
  const { msg, loc } = isObject(first) ? first : {};
  const field = Array.isArray(loc) ? loc.join('.') : null;
  return { code: 'validation_error', detail: textOrNull(msg), field };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
