import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { JwtSettings } from '../tokens/jwt.ts';
import { checkOwnToken, readTokens } from '../tokens/read-tokens.ts';
import { readSecret } from '../tokens/token-source.ts';
import { problemOf } from '../tokens/watched-file.ts';
import type { AccessSettingName } from './access-settings.ts';

/** Settings for access, transport and monitoring. */
export interface AccessConfiguration {
  readonly apiTokenFile: string | null;
  readonly adminTokenFile: string | null;
  readonly tokensFile: string | null;
  /** `null` to accept no JWT. */
  readonly jwt: JwtSettings | null;
  /** `null` for plain HTTP. */
  readonly tls: TlsFiles | null;
  /** `null` for no separate metrics port. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
}

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** `null` if clients need no certificate. */
  readonly clientCa: string | null;
}

type Values = {
  readonly [Name in AccessSettingName | 'SERVICE_API_TOKEN' | 'SERVICE_ADMIN_TOKEN']: string | number | null;
};

/** Reads these settings; files are opened to see that they can be. Adds every problem found. */
export function readAccess(
  values: Values,
  ownIssuer: string,
  problems: string[],
): {
  readonly access: AccessConfiguration;
  readonly apiToken: string | null;
  readonly adminToken: string | null;
} {
  const apiToken = readToken(values, 'SERVICE_API_TOKEN', problems);
  const adminToken = readToken(values, 'SERVICE_ADMIN_TOKEN', problems);
  const tokensFile = textOf(values.SERVICE_TOKENS_FILE);
  if (tokensFile !== null) {
    attempt('SERVICE_TOKENS_FILE', problems, () => {
      const read = readTokens(readFileSync(tokensFile, 'utf8'));
      if (!read.ok) throw new Error(read.problem);
      for (const [name, token] of [
        ['SERVICE_API_TOKEN', apiToken],
        ['SERVICE_ADMIN_TOKEN', adminToken],
      ] as const)
        if (token !== null) checkOwnToken(name, token, read.tokens);
    });
  }
  return {
    apiToken,
    adminToken,
    access: {
      apiTokenFile: textOf(values.SERVICE_API_TOKEN_FILE),
      adminTokenFile: textOf(values.SERVICE_ADMIN_TOKEN_FILE),
      tokensFile,
      jwt: readJwt(values, ownIssuer, problems),
      tls: readTls(values, problems),
      metrics:
        values.SERVICE_METRICS_PORT === null
          ? null
          : { host: String(values.SERVICE_METRICS_HOST), port: Number(values.SERVICE_METRICS_PORT) },
    },
  };
}

function readToken(
  values: Values,
  name: 'SERVICE_API_TOKEN' | 'SERVICE_ADMIN_TOKEN',
  problems: string[],
): string | null {
  const given = textOf(values[name]);
  const file = textOf(values[`${name}_FILE`]);
  if (file === null) return given;
  if (given !== null) problems.push(`${name}: cannot be combined with ${name}_FILE`);
  return attempt(`${name}_FILE`, problems, () => readSecret(readFileSync(file, 'utf8')));
}

function readJwt(values: Values, ownIssuer: string, problems: string[]): JwtSettings | null {
  const issuer = textOf(values.SERVICE_JWT_ISSUER);
  const audience = textOf(values.SERVICE_JWT_AUDIENCE);
  const file = textOf(values.SERVICE_JWT_JWKS_FILE);
  const url = textOf(values.SERVICE_JWT_JWKS_URL);
  if (issuer === null) {
    if (audience !== null || file !== null || url !== null)
      problems.push('SERVICE_JWT_ISSUER: is required to accept a JWT');
    return null;
  }
  // Signatures of the service are evidence, not permission.
  if (issuer === ownIssuer)
    problems.push("SERVICE_JWT_ISSUER: must not be the issuer of the service's own tokens");
  if (audience === null) problems.push('SERVICE_JWT_AUDIENCE: is required with SERVICE_JWT_ISSUER');
  if ((file === null) === (url === null)) {
    problems.push('SERVICE_JWT_JWKS_FILE: set either this or SERVICE_JWT_JWKS_URL');
  }
  if (file !== null) attempt('SERVICE_JWT_JWKS_FILE', problems, () => JSON.parse(readFileSync(file, 'utf8')));
  return {
    issuer,
    audience: audience ?? '',
    rolesClaim: String(values.SERVICE_JWT_ROLES_CLAIM),
    leewaySeconds: Number(values.SERVICE_JWT_LEEWAY_SECONDS),
    keys: file === null ? { url: url ?? '' } : { file },
  };
}

function readTls(values: Values, problems: string[]): TlsFiles | null {
  const cert = textOf(values.SERVICE_TLS_CERT_FILE);
  const key = textOf(values.SERVICE_TLS_KEY_FILE);
  const clientCa = textOf(values.SERVICE_TLS_CLIENT_CA_FILE);
  if (cert === null || key === null) {
    if (cert !== null || key !== null || clientCa !== null)
      problems.push('SERVICE_TLS_CERT_FILE: is required together with SERVICE_TLS_KEY_FILE');
    return null;
  }
  const files = { cert, key, clientCa };
  attempt('SERVICE_TLS_CERT_FILE', problems, () => createSecureContext(readTlsFiles(files)));
  return files;
}

/** Certificate, key and authorities as they are now. Throws the system's error. */
export function readTlsFiles({ cert, key, clientCa }: TlsFiles): {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca?: Buffer;
} {
  const ca = clientCa === null ? {} : { ca: readFileSync(clientCa) };
  return { cert: readFileSync(cert), key: readFileSync(key), ...ca };
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value);
}

function attempt<T>(name: string, problems: string[], work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    problems.push(`${name}: ${problemOf(error)}`);
    return null;
  }
}
