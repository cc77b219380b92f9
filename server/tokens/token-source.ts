import type { Logger } from 'pino';
import { createComparison } from './compare.ts';
import { API_ACTOR, type Caller } from './caller.ts';
import type { JwtVerifier } from './jwt.ts';
import { checkOwnToken, hashOfToken, readTokens, type TokenTable } from './read-tokens.ts';
import { ALL_ROLES } from './roles.ts';
import { WatchedFile } from './watched-file.ts';

interface TokenSettings {
  /** Data-plane token; empty: there is none. */
  readonly api: string;
  /** `null` if the data-plane token is the admin token. */
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

const ALL: Caller = { actor: API_ACTOR, roles: new Set(ALL_ROLES), rulesets: null };
const DATA: Caller = { ...ALL, roles: new Set(ALL_ROLES.filter((role) => role !== 'admin')) };

/** Current owners of tokens. */
export class TokenSource {
  readonly #files: WatchedFile<unknown>[] = [];
  /** The tokens of the service itself, by the names of their settings. */
  readonly #own = new Map<string, string>();
  readonly #log: Logger;
  readonly #jwt: JwtVerifier | null;
  readonly #table: WatchedFile<TokenTable> | null;
  readonly #timer: NodeJS.Timeout;
  #isApi: (given: string) => boolean;
  /** `null` if the data-plane token is the admin token. */
  #isAdmin: ((given: string) => boolean) | null;

  /** Throws Error for a tokens file that cannot be taken. */
  constructor(settings: TokenSettings, log: Logger) {
    this.#log = log;
    this.#jwt = settings.jwt;
    this.#isApi = createComparison(settings.api);
    this.#isAdmin = settings.admin === null ? null : createComparison(settings.admin);
    if (settings.api !== '') this.#own.set('SERVICE_API_TOKEN', settings.api);
    if (settings.admin !== null) this.#own.set('SERVICE_ADMIN_TOKEN', settings.admin);
    const { tokensFile } = settings;
    this.#table = tokensFile === null ? null : new WatchedFile(tokensFile, (text) => this.#tableOf(text));
    this.#watchSecret('SERVICE_API_TOKEN', settings.apiFile, (compare) => (this.#isApi = compare));
    this.#watchSecret('SERVICE_ADMIN_TOKEN', settings.adminFile, (compare) => (this.#isAdmin = compare));
    if (this.#table !== null) this.#files.push(this.#table);
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Why one of the files is not in force as it is, or null. */
  get problem(): string | null {
    return this.#files.find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /** Owner of the token in an `Authorization` header; null if unknown. A promise only for a JWT. */
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
      if (file.problem === null) this.#log.info('tokens reloaded');
      else this.#log.error({ problem: file.problem }, 'cannot read tokens: keeping the previous ones');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #watchSecret(name: string, path: string | null, use: (compare: (given: string) => boolean) => void): void {
    if (path === null) return;
    const take = (text: string): void => {
      const secret = readSecret(text);
      if (this.#table !== null) checkOwnToken(name, secret, this.#table.value);
      this.#own.set(name, secret);
      use(createComparison(secret));
    };
    this.#files.push(new WatchedFile(path, take));
  }

  #tableOf(text: string): TokenTable {
    const read = readTokens(text);
    if (!read.ok) throw new Error(read.problem);
    for (const [name, token] of this.#own) checkOwnToken(name, token, read.tokens);
    return read.tokens;
  }
}

/** The token in a file's text, without the line's end. Throws Error. */
export function readSecret(text: string): string {
  const secret = text.trim();
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new Error('must hold one token of visible ASCII characters');
}

/** Looks up a token by its hash, so that the duration reveals nothing about existing tokens. */
function find(table: TokenTable, token: string): Caller | null {
  const entry = table.get(hashOfToken(token));
  if (entry === undefined) return null;
  return entry.expiresAt !== null && Date.now() >= entry.expiresAt ? null : entry.caller;
}
