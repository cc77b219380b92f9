import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import type { Caller } from './caller.ts';
import { isRole } from './roles.ts';

export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Claim that lists the roles. */
  readonly rolesClaim: string;
  /** Where the keys are: a file, or a URL that they are fetched from. */
  readonly keys: { readonly file: string } | { readonly url: string };
}

export interface JwtVerifier {
  /** Whose token it is; null when it does not hold, or the keys cannot be had. */
  readonly verify: (token: string) => Promise<Caller | null>;
}

const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];
const FETCH_MS = 5_000;
/** A token that was verified is not verified again for so long: a key that is taken back counts after that. */
const TRUSTED_MS = 60_000;
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
      const { payload } = await jwtVerify(token, await keys, {
        issuer: settings.issuer,
        audience: settings.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
      });
      return callerOf(payload, settings);
    } catch (error) {
      // A set of keys that could not be read may be there the next time.
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'))) keys = null;
      log.warn({ problem: error instanceof Error ? error.message : String(error) }, 'a JWT was refused');
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
      trusted.set(hash, { caller, until: Math.min(Date.now() + TRUSTED_MS, expiry(token)) });
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

function callerOf(payload: JWTPayload, { issuer, rolesClaim }: JwtSettings): Caller {
  const { sub = '', rulesets } = payload;
  const roles = textsOf(payload[rolesClaim]).filter(isRole);
  return {
    // No name of the tokens file has a space.
    actor: `${issuer} ${sub}`,
    roles: new Set(roles),
    // A claim that is no list of texts allows nothing.
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
  return (payload.exp ?? 0) * 1000;
}
