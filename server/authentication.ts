import { createHash, timingSafeEqual } from 'node:crypto';

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
  const api = digest(tokens.api);
  const admin = tokens.admin === null ? api : digest(tokens.admin);
  return (header, access) => {
    if (access === 'open') return true;
    const token = BEARER.exec(header ?? '')?.[1];
    if (token === undefined) return false;
    const given = digest(token);
    const isAdmin = timingSafeEqual(given, admin);
    return access === 'admin' ? isAdmin : isAdmin || timingSafeEqual(given, api);
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
