import { verify } from 'node:crypto';
import { ALGORITHMS, publicKeyOf, type PublicJwk } from './attestation-key.ts';

/** A JSON Web Key Set as far as it is needed here. */
export interface Jwks {
  readonly keys: readonly Partial<PublicJwk>[];
}

type TokenVerdict =
  | { readonly ok: true; readonly kid: string; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

/** Verifies the signature of a token with the key of the set that it names. */
export function verifyToken(token: string, { keys }: Jwks): TokenVerdict {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  const header = decode(head);
  const claims = decode(body);
  if (parts.length !== 3 || header === null || claims === null) return no('not a JWS in compact form');
  const { alg, kid } = header;
  if (!ALGORITHMS.some((known) => known === alg)) return no(`its algorithm is ${JSON.stringify(alg)}`);
  const jwk = keys.find((key) => key.kid === kid);
  if (typeof kid !== 'string' || jwk?.x === undefined || jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519') {
    return no(`no key is named ${JSON.stringify(kid)}`);
  }
  const raw = Buffer.from(signature, 'base64url');
  // Decoding passes over what is not base64url: only the one spelling of these bytes is taken.
  const isSpelt = raw.toString('base64url') === signature;
  const isSigned = isSpelt && verify(null, Buffer.from(`${head}.${body}`), publicKeyOf(jwk.x), raw);
  return isSigned ? { ok: true, kid, claims } : no('its signature does not verify');
}

function no(problem: string): TokenVerdict {
  return { ok: false, problem };
}

function decode(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
