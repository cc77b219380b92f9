import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { duplicateKey } from '../../library/duplicate-key.ts';
import type { Caller } from './caller.ts';
import { isRole } from './roles.ts';

export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Claim that lists the roles. */
  readonly rolesClaim: string;
  /** Seconds by which clocks may differ. */
  readonly leewaySeconds: number;
  /** Location of the keys: a file, or a URL to fetch them from. */
  readonly keys: { readonly file: string } | { readonly url: string };
}

export interface JwtVerifier {
  /** Owner of the token; null if it is invalid, or the keys are unavailable. */
  readonly verify: (token: string) => Promise<Caller | null>;
}

const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];
const FETCH_MS = 5_000;
const SECOND_MS = 1_000;
/** A token that was verified is not verified again for so long: a key that is taken back counts after that. */
const TRUSTED_MS = 60_000;
/** Year 9999: later times are invalid in a token. */
const LATEST_SECONDS = 253_402_300_799;
/** Types of tokens that give access; a DPoP proof or a logout token is signed by the same keys. */
const TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt']);

const MOST_TRUSTED = 1_000;

interface Trusted {
  readonly caller: Caller;
  readonly until: number;
}

/**
 * Verifies JSON Web Tokens (RFC 7519) of one issuer: issuer, audience, `sub` and `exp` are required, the signature must be
 * EdDSA, ES256 or RS256 by a key of the set. `rulesets`, a list of patterns, narrows what the token may use.
 */
export function createJwtVerifier(settings: JwtSettings, log: Logger): JwtVerifier {
  const trusted = new Map<string, Trusted>();
  let keys: Promise<JWTVerifyGetKey> | null = null;

  async function check(token: string): Promise<Caller | null> {
    const { jwtVerify } = await import('jose');
    keys ??= readKeys(settings.keys);
    try {
      checkUnambiguous(token);
      const { payload, protectedHeader } = await jwtVerify(token, await keys, {
        issuer: settings.issuer,
        audience: settings.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: settings.leewaySeconds,
      });
      checkType(protectedHeader.typ);
      checkIssued(payload, settings);
      return callerOf(payload, settings);
    } catch (error) {
      // A set of keys that could not be read may be there the next time.
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'))) keys = null;
      log.warn({ problem: error instanceof Error ? error.message : String(error) }, 'JWT refused');
      return null;
    }
  }

  return {
    async verify(token) {
      const hash = createHash('sha256').update(token).digest('base64');
      const known = trusted.get(hash);
      if (known !== undefined && Date.now() < known.until) return known.caller;
      trusted.delete(hash);
      const caller = await check(token);
      if (caller === null) return null;
      if (trusted.size >= MOST_TRUSTED) trusted.clear();
      const until = expiry(token) + settings.leewaySeconds * SECOND_MS;
      trusted.set(hash, { caller, until: Math.min(Date.now() + TRUSTED_MS, until) });
      return caller;
    },
  };
}

async function readKeys(keys: JwtSettings['keys']): Promise<JWTVerifyGetKey> {
  const { createLocalJWKSet, createRemoteJWKSet } = await import('jose');
  if ('url' in keys) return createRemoteJWKSet(new URL(keys.url), { timeoutDuration: FETCH_MS });
  const text = await readFile(keys.file, 'utf8');
  return createLocalJWKSet(JSON.parse(text) as Parameters<typeof createLocalJWKSet>[0]);
}

/** Throws ClaimError for a header or claims that are not JSON, or with a key twice: another reader could take the other value. */
function checkUnambiguous(token: string): void {
  for (const part of token.split('.', 2)) {
    const text = Buffer.from(part, 'base64url').toString('utf8');
    checkJson(text);
    if (duplicateKey(text) !== null) throw new ClaimError('duplicate key');
  }
}

/** Throws ClaimError for text that is not JSON: the parser's own error quotes it, and is logged. */
function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new ClaimError('a part is not JSON');
  }
}

/** Throws ClaimError for a token of another purpose. The prefix `application/` may be left out (RFC 7515, 4.1.9). */
function checkType(type: string | undefined): void {
  if (type === undefined) return;
  if (!TYPES.has(type.toLowerCase().replace(/^application\//, '')))
    throw new ClaimError('`typ` is not a JWT');
}

/** Throws ClaimError for a token of the future: the library looks at `exp` and `nbf` only. */
function checkIssued({ iat }: JWTPayload, { leewaySeconds }: JwtSettings): void {
  if (iat !== undefined && !(iat <= Math.floor(Date.now() / SECOND_MS) + leewaySeconds))
    throw new ClaimError('`iat` is in the future');
}

/** OpenID Connect allows 255 ASCII characters; those that are seen look like themselves and like nothing else. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

/** The subject, which becomes part of a name. Throws ClaimError for a value that is not text, or could be confused with another one. */
function subjectOf(sub: unknown): string {
  if (typeof sub === 'string' && SUBJECT.test(sub)) return sub;
  throw new ClaimError('`sub` must be 1 to 255 visible ASCII characters');
}

/** Claims that do not say what they must. */
class ClaimError extends Error {
  readonly code = 'ERR_JWT_CLAIM';
}

function callerOf(payload: JWTPayload, { issuer, rolesClaim }: JwtSettings): Caller {
  const { exp, rulesets } = payload;
  if (exp === undefined || !(exp <= LATEST_SECONDS)) throw new ClaimError('`exp` is not a valid time');
  const sub = subjectOf(payload.sub);
  const roles = textsOf(payload[rolesClaim]).filter(isRole);
  return {
    // No name of the tokens file has a space.
    actor: `${issuer} ${sub}`,
    roles: new Set(roles),
    // A claim that is not a list of texts allows nothing.
    rulesets: rulesets === undefined ? null : Array.isArray(rulesets) ? textsOf(rulesets) : [],
  };
}

/** A list of texts, or one text with spaces between them. */
function textsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim.filter((item): item is string => typeof item === 'string') : [];
}

/** In milliseconds; of a token that was verified. */
function expiry(token: string): number {
  const payload = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  ) as JWTPayload;
  return (payload.exp ?? 0) * SECOND_MS;
}
