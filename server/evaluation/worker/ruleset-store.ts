import { posix } from 'node:path';
import { closestName } from '../../../runtime/values/closest-name.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import { Engine } from '../../../runtime/engine.ts';
import type { EngineOptions } from '../../../runtime/engine/engine-options.ts';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { FerruleError } from '../../../runtime/engine/errors.ts';
import { ServiceError } from '../../../library/errors.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';
import { fingerprint, stampsOf } from '../../../library/node/rulesets/fingerprint.ts';
import { locate, normalName, rulesetsIn } from '../../../library/node/rulesets/locate.ts';
import { Detour } from './detour.ts';
import type { LoadedRuleset, ProvidedRuleset } from '../protocol/protocol.ts';

/** A ruleset ready to evaluate. The engine holds no facts: every evaluation on it is request-scoped. */
export interface ReadyRuleset {
  readonly hash: string;
  /** Name by which tokens may use it: its path under the root, or the name of what is mounted. */
  readonly servedAs: string;
  readonly compiled: CompiledRuleset;
  readonly engine: Engine;
  /** Another engine of it, for a session. */
  readonly createEngine: () => Engine;
}

interface Entry {
  readonly identity: string;
  readonly fingerprint: string;
  readonly others: ProvidedRuleset['others'];
  readonly outcome: ReadyRuleset | { readonly problem: string };
  /** The batch in which the files were last looked at. */
  checked: number;
}

const MOST_NAMES = 256;
const MOST_RULESETS = 64;

/**
 * The rulesets under the root as this worker knows them. A changed file is noticed by its fingerprint, looked at once
 * a batch: every request of a batch came in before the batch did, so none of them can miss a change made before it.
 */
export class RulesetStore {
  readonly #root: string | null;
  readonly #options: EngineOptions;
  readonly #names = new Map<string, Entry>();
  readonly #loaded = new Map<string, ReadyRuleset>();
  /** Names that were found not to lead out of the root in this batch. */
  readonly #confined = new Set<string>();
  #batch = 0;
  /** Permissions of the job's caller. */
  #patterns: readonly string[] | null = null;

  constructor(root: string | null, options: EngineOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** A new batch of jobs has come in. */
  startBatch(): void {
    this.#batch++;
    this.#confined.clear();
  }

  /** From here on only these rulesets exist; null: all do. */
  serve(patterns: readonly string[] | null): void {
    this.#patterns = patterns;
  }

  /** Throws ServiceError `ruleset_not_found` for a name that does not exist for the caller. */
  checkAllowed(name: string): void {
    if (!allowsRuleset(this.#patterns, name)) throw rulesetNotFound(null);
  }

  provide({ name, identity, fingerprint: text, others, outcome }: ProvidedRuleset): void {
    this.#names.delete(name);
    this.#names.set(name, {
      identity,
      fingerprint: text,
      others,
      outcome: 'problem' in outcome ? outcome : this.#tryLoad(outcome, identity),
      checked: this.#batch,
    });
    dropOldest(this.#names, MOST_NAMES);
  }

  /** Loaded rulesets. */
  ready(): readonly ReadyRuleset[] {
    return [...this.#loaded.values()];
  }

  /**
   * The ruleset of this name. `provided`: the name of one that was brought for this very job.
   * Throws ServiceError for names that name nothing under the root or something that does not compile, Detour when
   * the ruleset must be brought first.
   */
  resolve(name: string, provided: string | null): ReadyRuleset {
    const normal = this.confine(name);
    const root = this.#root;
    if (root === null) {
      throw new ServiceError('ruleset_root_not_configured', 'the service has no root folder for rulesets');
    }
    this.#checkExists(root, normal, normal);
    const entry = this.#names.get(normal);
    if (entry !== undefined && this.#patterns !== null) this.#checkExists(root, normal, entry.identity);
    if (entry !== undefined && (provided === normal || entry.checked === this.#batch)) return ready(entry);
    const location = locate(root, normal);
    if (location.kind === 'outside') throw outsideRoot();
    if (location.kind === 'missing') throw this.#notFound(root, normal);
    const now = fingerprint(location.path, location.folder);
    if (entry === undefined || now === null || now.text !== entry.fingerprint || isOtherwise(entry))
      throw new Detour({ ruleset: normal });
    entry.checked = this.#batch;
    return ready(entry);
  }

  /** True if the name refers to a file under the root. Throws ServiceError for one outside it. */
  exists(name: string): boolean {
    const normal = this.confine(name);
    if (this.#root === null) return true;
    if (!allowsRuleset(this.#patterns, normal)) return false;
    const entry = this.#names.get(normal);
    if (entry !== undefined && entry.checked === this.#batch) return true;
    return locate(this.#root, normal).kind !== 'missing';
  }

  /** Canonical form of a resolved name: the same for every name of a ruleset, and itself a name of it. */
  identify(name: string): string {
    const normal = this.confine(name);
    return this.#names.get(normal)?.identity ?? normal;
  }

  /** The one spelling of a name under the root. Throws ServiceError `invalid_ruleset_path`. */
  confine(name: string): string {
    const normal = normalName(name);
    if (normal === null) throw outsideRoot();
    return normal;
  }

  /**
   * For a mounted engine, where the name selects nothing: only that it does not lead out of the root, and that it exists
   * for the caller. The file system
   * is queried once per batch, because a query takes many times as long as an evaluation.
   */
  checkConfined(name: string): void {
    if (this.#patterns !== null) this.checkAllowed(this.confine(name));
    if (this.#confined.has(name)) return;
    const normal = this.confine(name);
    if (this.#root !== null && locate(this.#root, normal).kind === 'outside') throw outsideRoot();
    this.#confined.add(name);
  }

  /** The ruleset must be visible to the caller, and so must the name. */
  #checkExists(root: string, normal: string, name: string): void {
    if (!allowsRuleset(this.#patterns, name)) throw this.#notFound(root, normal);
  }

  #notFound(root: string, normal: string): ServiceError {
    const folder = posix.dirname(normal);
    const names = rulesetsIn(root, folder).filter((name) => allowsRuleset(this.#patterns, name));
    return rulesetNotFound(closestName(normal.replace(/\.ya?ml$/, ''), names));
  }

  #tryLoad(ruleset: LoadedRuleset, identity: string): Entry['outcome'] {
    try {
      return { ...this.#load(ruleset), servedAs: identity };
    } catch (error) {
      if (error instanceof FerruleError) return { problem: error.message };
      throw error;
    }
  }

  #load(ruleset: LoadedRuleset): ReadyRuleset {
    let found = this.#loaded.get(ruleset.hash);
    this.#loaded.delete(ruleset.hash);
    found ??= loadReady(ruleset, this.#options);
    this.#loaded.set(ruleset.hash, found);
    dropOldest(this.#loaded, MOST_RULESETS);
    return found;
  }
}

/** Loads a compiled ruleset and makes its engine. */
export function loadReady({ hash, javascript, name }: LoadedRuleset, options: EngineOptions): ReadyRuleset {
  const compiled = loadRuleset(javascript, name);
  const createEngine = (): Engine => new Engine(compiled, options);
  return { hash, servedAs: name, compiled, engine: createEngine(), createEngine };
}

/** A file that it names elsewhere has changed. */
function isOtherwise({ others: { paths, stamps } }: Entry): boolean {
  return paths.length > 0 && stampsOf(paths) !== stamps;
}

function ready({ outcome }: Entry): ReadyRuleset {
  if ('problem' in outcome) throw new ServiceError('invalid_ruleset', outcome.problem);
  return outcome;
}

function outsideRoot(): ServiceError {
  return new ServiceError('invalid_ruleset_path', 'the ruleset must be a path that stays under the root');
}

/** @param meant an existing name */
function rulesetNotFound(meant: string | null): ServiceError {
  const detail = 'no such ruleset under the root';
  return new ServiceError(
    'ruleset_not_found',
    meant === null ? detail : `${detail}. Did you mean '${meant}'?`,
  );
}

function dropOldest<T>(map: Map<string, T>, most: number): void {
  if (map.size <= most) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
