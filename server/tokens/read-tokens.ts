import { createHash } from 'node:crypto';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { API_ACTOR, type Caller } from './caller.ts';
import { ROLES } from './roles.ts';

/** One token of the file, by the hash of its text. */
interface TokenEntry {
  readonly caller: Caller;
  /** Milliseconds since the epoch from which it is refused; null: never. */
  readonly expiresAt: number | null;
}

/** Tokens by the SHA-256 of their text, in lower case hex. */
export type TokenTable = ReadonlyMap<string, TokenEntry>;

type ReadTokens =
  { readonly ok: true; readonly tokens: TokenTable } | { readonly ok: false; readonly problem: string };

const Entry = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9._:@-]{1,128}$/, 'must be 1 to 128 of letters, digits, `.`, `_`, `:`, `@` and `-`')
    .refine(
      (name) => name !== API_ACTOR,
      `'${API_ACTOR}' is reserved for the tokens in environment variables`,
    ),
  sha256: z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be the SHA-256 of the token, 64 hexadecimal digits'),
  roles: z.array(z.enum(ROLES)).min(1, 'must name at least one role'),
  rulesets: z.array(z.string().min(1)).min(1, 'must name at least one ruleset').optional(),
  expires: z.iso.datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' }).optional(),
});

const TokensFile = z.strictObject({ tokens: z.array(Entry).min(1, 'must have at least one token') });

/** Reads a tokens file, YAML or JSON. Never reveals a token or its hash. */
export function readTokens(text: string): ReadTokens {
  const document = parseDocument(text, { schema: 'core' });
  const [syntax] = document.errors;
  if (syntax !== undefined) return refused(`is not YAML: ${syntax.message.split('\n')[0] ?? ''}`);
  const read = TokensFile.safeParse(document.toJS({ maxAliasCount: 0 }) as unknown);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const tokens = new Map<string, TokenEntry>();
  for (const { name, sha256, roles, rulesets, expires } of read.data.tokens) {
    const hash = sha256.toLowerCase();
    if (tokens.has(hash)) return refused(`'${name}' has the token of another entry`);
    tokens.set(hash, {
      caller: { actor: name, roles: new Set(roles), rulesets: rulesets ?? null },
      expiresAt: expires === undefined ? null : Date.parse(expires),
    });
  }
  return { ok: true, tokens };
}

/** The SHA-256 of a token's text, as the table has it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token, 'latin1').digest('hex');
}

/**
 * Throws Error if a token of the service itself is in the table: the holder of that entry could do everything.
 *
 * @param name of the service's token
 */
export function checkOwnToken(name: string, token: string, tokens: TokenTable): void {
  const entry = tokens.get(hashOfToken(token));
  if (entry !== undefined)
    throw new Error(`'${entry.caller.actor}' has the token of ${name}: give the service a token of its own`);
}

function refused(problem: string): ReadTokens {
  return { ok: false, problem };
}
