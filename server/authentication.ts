import { timingSafeEqual } from 'node:crypto';

/** Who may use an endpoint. */
export type Access = 'open' | 'data' | 'admin';

export interface Tokens {
  readonly api: string;
  /** Null: the data-plane token is the admin token. */
  readonly admin: string | null;
}

const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

/** Answers whether an `Authorization` header gives access. Compares in constant time, whatever the lengths. */
export function createAuthenticator(tokens: Tokens): (header: string | undefined, access: Access) => boolean {
  const isApi = createComparison(tokens.api);
  const isAdmin = tokens.admin === null ? isApi : createComparison(tokens.admin);
  return (header, access) => {
    if (access === 'open') return true;
    const token = BEARER.exec(header ?? '')?.[1];
    if (token === undefined) return false;
    const admin = isAdmin(token);
    return access === 'admin' ? admin : admin || isApi(token);
  };
}

/** Every comparison reads as many bytes as the secret has: what was given beyond them does not count, nor is it equal. */
function createComparison(secret: string): (given: string) => boolean {
  const expected = Buffer.from(secret, 'latin1');
  const bytes = Buffer.alloc(expected.length);
  return (given) => {
    bytes.fill(0).write(given, 'latin1');
    return timingSafeEqual(bytes, expected) && given.length === expected.length;
  };
}
