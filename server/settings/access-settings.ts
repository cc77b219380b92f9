import * as z from 'zod';
import type { Setting } from './setting.ts';
import { integer, text, token } from './setting-values.ts';

/** A setting of the environment that is a text without a default. */
function environmentText(
  placeholder: string,
  description: string,
  schema: Setting['schema'] = text,
): Setting {
  return { option: null, placeholder, default: null, schema, description };
}

/** Settings of tokens, of encryption and of what watches the service: rows of THE table. */
export const ACCESS_SETTINGS = {
  SERVICE_API_TOKEN: {
    option: null,
    placeholder: 'TOKEN',
    default: null,
    schema: token,
    description:
      'Bearer token of every endpoint except /health and /v1/status. If unset, the service generates and prints a random one.',
  },
  SERVICE_ADMIN_TOKEN: {
    option: null,
    placeholder: 'TOKEN',
    default: null,
    schema: token,
    description: 'If set, reload requires this token; all other endpoints also accept it.',
  },
  SERVICE_API_TOKEN_FILE: environmentText(
    'FILE',
    'File that holds the data-plane token; read again when it changes. Cannot be combined with SERVICE_API_TOKEN.',
  ),
  SERVICE_ADMIN_TOKEN_FILE: environmentText(
    'FILE',
    'File that holds the admin token; read again when it changes. Cannot be combined with SERVICE_ADMIN_TOKEN.',
  ),
  SERVICE_TOKENS_FILE: environmentText(
    'FILE',
    'File of named tokens with roles, rulesets and expiry; read again when it changes.',
  ),
  SERVICE_JWT_ISSUER: environmentText(
    'ISSUER',
    'Issuer whose JSON Web Tokens are accepted; needs an audience and keys.',
  ),
  SERVICE_JWT_AUDIENCE: environmentText('AUDIENCE', 'Audience that a JWT must be for.'),
  SERVICE_JWT_JWKS_FILE: environmentText('FILE', 'File with the keys of the issuer, a JSON Web Key Set.'),
  SERVICE_JWT_JWKS_URL: environmentText(
    'URL',
    'URL of the keys of the issuer. Cannot be combined with SERVICE_JWT_JWKS_FILE.',
    z.string().regex(/^https?:\/\//, 'must be a URL that begins with http:// or https://'),
  ),
  SERVICE_JWT_ROLES_CLAIM: {
    option: null,
    placeholder: 'CLAIM',
    default: 'roles',
    schema: text,
    description: 'Claim of a JWT that lists its roles.',
  },
  SERVICE_JWT_LEEWAY_SECONDS: {
    option: null,
    placeholder: 'N',
    default: '0',
    schema: integer(0, 300),
    description: 'Allowed clock difference to the issuer in seconds, for `exp`, `nbf` and `iat` of a JWT.',
  },
  SERVICE_TLS_CERT_FILE: environmentText(
    'FILE',
    'Certificate chain, PEM: with it and SERVICE_TLS_KEY_FILE the service speaks HTTPS.',
  ),
  SERVICE_TLS_KEY_FILE: environmentText('FILE', 'Private key of the certificate, PEM.'),
  SERVICE_TLS_CLIENT_CA_FILE: environmentText(
    'FILE',
    'Authorities, PEM: clients must have a certificate of one of them.',
  ),
  SERVICE_METRICS_PORT: environmentText(
    'PORT',
    'Port of its own for /metrics, /livez and /readyz, over HTTP and without a token; 0 takes a free one.',
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number')
      .transform(Number)
      .pipe(z.number().max(65_535, 'must be at most 65535')),
  ),
  SERVICE_METRICS_HOST: {
    option: null,
    placeholder: 'ADDRESS',
    default: '127.0.0.1',
    schema: text,
    description: 'Address of the metrics port.',
  },
} as const satisfies Record<string, Setting>;

export type AccessSettingName = keyof typeof ACCESS_SETTINGS;
