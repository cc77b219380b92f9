/** Why the service refused a request, or that it did not respond. The message is for the user. */
export class ApiError extends Error {
  /** 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  /** The role that the token lacks; `null` for other refusals. */
  readonly role: string | null;
  constructor(status: number, code: string, message: string, role: string | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.role = role;
  }
}

interface Refusal {
  readonly error?: unknown;
  /** Text, or the problems of an invalid body. */
  readonly detail?: unknown;
}

/** @param needed the role that the endpoint needs */
export function refusal(status: number, text: string, needed: string | null): ApiError {
  const { error, detail } = readRefusal(text);
  const code = typeof error === 'string' ? error : '';
  const words = detailText(detail);
  const lacks = /lacks the role '([\w-]+)'/.exec(words)?.[1];
  // A token for data gets 401 where the admin's token is needed.
  if (lacks !== undefined || (status === 403 && code === 'forbidden')) {
    const role = lacks ?? needed;
    return new ApiError(403, code, lackingRoleText(role), role);
  }
  return new ApiError(status, code, words === '' ? `the service responded with ${status}` : words, null);
}

export const noResponse = (): ApiError =>
  new ApiError(0, 'no_response', 'The service does not respond. Check that it runs, then try again.', null);

function lackingRoleText(role: string | null): string {
  if (role === null) return 'Your token may not do this. Sign in with another token.';
  return `Your token lacks the role “${role}”. Sign in with a token that has it, or ask for the role.`;
}

function readRefusal(text: string): Refusal {
  try {
    return (JSON.parse(text) as Refusal | null) ?? {};
  } catch {
    return {};
  }
}

function detailText(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return '';
  return (detail as readonly { readonly loc?: readonly unknown[]; readonly msg?: unknown }[])
    .map(({ loc = [], msg }) => `${loc.join('.')}: ${String(msg)}`)
    .join('\n');
}
