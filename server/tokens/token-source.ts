import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { createComparison } from './compare.ts';
import { API_ACTOR, type Caller } from './caller.ts';
import type { JwtVerifier } from './jwt.ts';
import { readTokens, type TokenTable } from './read-tokens.ts';
import { ROLES } from './roles.ts';
import { WatchedFile } from './watched-file.ts';

export interface TokenSettings {
  /** Data-plane token; empty: there is none. */
  readonly api: string;
  /** Null: the data-plane token is the admin token. */
  readonly admin: string | null;
  /** Files that hold them, read again when they change. */
  readonly apiFile: string | null;
  readonly adminFile: string | null;
  readonly tokensFile: string | null;
  readonly jwt: JwtVerifier | null;
}

const LOOK_MS = 1_000;
const BEARER = /^bearer +([\x21-\x7e]+) *$/i;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const ALL: Caller = { actor: API_ACTOR, roles: new Set(ROLES), rulesets: null };
const DATA: Caller = { ...ALL, roles: new Set(ROLES.filter((role) => role !== 'admin')) };

/** Who has which token, now. */
export class TokenSource {
  readonly #files: WatchedFile<unknown>[] = [];
  readonly #log: Logger;
  readonly #jwt: JwtVerifier | null;
  readonly #table: WatchedFile<TokenTable> | null;
  readonly #timer: NodeJS.Timeout;
  #isApi: (given: string) => boolean;
  /** Null: the data-plane token is the admin token. */
  #isAdmin: ((given: string) => boolean) | null;

  /** Throws Error for a tokens file that cannot be taken. */
  constructor(settings: TokenSettings, log: Logger) {
    this.#log = log;
    this.#jwt = settings.jwt;
    this.#isApi = createComparison(settings.api);
    this.#isAdmin = settings.admin === null ? null : createComparison(settings.admin);
    this.#watchSecret(settings.apiFile, (compare) => (this.#isApi = compare));
    this.#watchSecret(settings.adminFile, (compare) => (this.#isAdmin = compare));
    this.#table = settings.tokensFile === null ? null : new WatchedFile(settings.tokensFile, tableOf);
    if (this.#table !== null) this.#files.push(this.#table);
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Why one of the files is not in force as it is, or null. */
  get problem(): string | null {
    return this.#files.find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /** Whose token an `Authorization` header holds; null: nobody's. A promise only for a JWT. */
  authenticate(header: string | undefined): Caller | null | Promise<Caller | null> {
    const token = BEARER.exec(header ?? '')?.[1];
    if (token === undefined) return null;
    if (this.#isAdmin?.(token) === true) return ALL;
    if (this.#isApi(token)) return this.#isAdmin === null ? ALL : DATA;
    const listed = this.#table === null ? null : find(this.#table.value, token);
    if (listed !== null || this.#jwt === null || !JWT.test(token)) return listed;
    return this.#jwt.verify(token);
  }

  /** Reads files that have changed. `force`: all of them. */
  look(force = false): void {
    for (const file of this.#files) {
      if (!file.look(force)) continue;
      if (file.problem === null) this.#log.info('tokens read again');
      else
        this.#log.error({ problem: file.problem }, 'tokens cannot be read: those from before stay in force');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #watchSecret(path: string | null, use: (compare: (given: string) => boolean) => void): void {
    if (path === null) return;
    this.#files.push(new WatchedFile(path, (text) => use(createComparison(readSecret(text)))));
  }
}

/** The token in a file's text, without the line's end. Throws Error. */
export function readSecret(text: string): string {
  const secret = text.trim();
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new Error('must hold one token of visible ASCII characters');
}

function tableOf(text: string): TokenTable {
  const read = readTokens(text);
  if (!read.ok) throw new Error(read.problem);
  return read.tokens;
}

/** By its hash: how long that takes tells nothing about tokens that are there. */
function find(table: TokenTable, token: string): Caller | null {
  const entry = table.get(createHash('sha256').update(token, 'latin1').digest('hex'));
  if (entry === undefined) return null;
  return entry.expiresAt !== null && Date.now() >= entry.expiresAt ? null : entry.caller;
}
