import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { z } from 'zod';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { compileSources, type Compilation } from '../../../compiler/compile.ts';
import { hashSources } from '../../../compiler/read/hash-sources.ts';
import { DEFAULT_LIMITS } from '../../../runtime/description.ts';
import { FerruleError } from '../../../runtime/engine/errors.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { drawableOf } from '../../../library/constants/drawable.ts';
import {
  createExplainableRuleset,
  type ExplainableRuleset,
} from '../../../library/explain/explainable-ruleset.ts';
import { explainRaw } from '../../../library/explain/explain.ts';
import { present } from '../../../library/explain/present.ts';
import { readSlotProposals } from '../../../library/explain/flips/propose.ts';
import { ServiceError } from '../../../library/errors.ts';
import { maskExplanation } from './mask-explanation.ts';
import { parseJson, writeJson } from '../../../library/json.ts';
import { inOrder } from '../../../library/ordered-json.ts';
import { SourceError } from '../../../library/node/sources.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import { ExplainRequest } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { locate, normalName } from '../../../library/node/rulesets/locate.ts';
import type {
  CompileReplies,
  CompileRequest,
  CompilerStart,
  ExplainedMount,
} from '../../evaluation/protocol/compile-protocol.ts';
import { hostFactsOf } from '../../evaluation/protocol/host-facts.ts';
import { readJson } from '../../requests/job-body.ts';
import {
  checkSessionId,
  isToBeMade,
  rulesetMismatch,
  sessionIdMissing,
  sessionsUnavailable,
} from '../session-mode.ts';
import { refusalOf } from '../../../library/refusal.ts';
import { notCompiled, notReadable } from '../../evaluation/compiling/compile-state.ts';
import { readStable } from '../../../library/node/rulesets/read-stable.ts';

/** A response with too many facts or rules is refused. */
const MOST_CHARACTERS = 4_000_000;
const MOST_KEPT = 16;
/** Longest search for changes, so that it leaves the thread to the requests of others. */
const FLIP_MS = 1_000;

/** Builds for explanations by the hash of their sources. */
const kept = new Map<string, ExplainableRuleset>();

type Asking = Omit<Extract<CompileRequest, { readonly kind: 'explain' }>, 'kind' | 'body' | 'gzip'>;
type Start = Pick<CompilerStart, 'lenient' | 'root'>;

/**
 * `POST /v1/explain`: an explanation as JSON, or the session whose facts it needs. Evaluates in a run of its own, in this
 * thread, which has a limit of time: what is held stays as it is. Throws ServiceError.
 */
export async function explainRequest(
  text: string,
  asking: Asking,
  start: Start,
): Promise<CompileReplies['explain']> {
  const body = check(ExplainRequest, readJson(text));
  const found = await worldOf(body, asking, start);
  if ('needs' in found) return found;
  const { explainable, held } = found;
  if (asking.sums === null && explainable.compiled.budgets !== undefined) return { counts: true };
  const hostFacts = [...hostFactsOf(body, asking.host), ...(asking.sums ?? [])];
  const { facts = [], rule, flip } = body;
  const input: unknown = inOrder(text, body).input ?? null;
  const host = { now: Date.now, functions: new Map(), limits: DEFAULT_LIMITS };
  const otherwise = explainable.compiled.default ?? { action: 'deny', reason: null };
  try {
    const explanation = explainRaw(
      explainable,
      { host, otherwise, held },
      { facts, hostFacts, input, rule, flip, flipMs: FLIP_MS },
    );
    const { sensitive } = explainable.compiled;
    const told =
      sensitive === undefined
        ? explanation
        : maskExplanation(explanation, sensitive, readSlotProposals(drawableOf(explainable.checked)));
    const json = writeJson(present(explainable, told));
    if (json.length <= MOST_CHARACTERS) return json;
  } catch (error) {
    if (error instanceof FerruleError) throw refusalOf(error);
    throw error;
  }
  throw new ServiceError('evaluation_limit', 'the explanation is too long: set `rule` to explain one rule');
}

/** Inputs of an evaluation of the body. */
interface ExplainedWorld {
  readonly explainable: ExplainableRuleset;
  readonly held: readonly FactInput[];
}

async function worldOf(
  { ruleset, session_id: given, session: mode = null }: z.infer<typeof ExplainRequest>,
  { rulesets, mounted, session }: Asking,
  start: Start,
): Promise<ExplainedWorld | { readonly needs: string }> {
  const id = given ?? null;
  if (id === null && mode !== null) throw sessionIdMissing();
  if (mounted !== null) {
    if (id !== null) throw sessionsUnavailable();
    checkConfined(ruleset, start.root);
    return { explainable: loadMounted(mounted, start), held: factsOf(mounted.held) };
  }
  if (id === null) return { explainable: (await load(ruleset, rulesets, start)).explainable, held: [] };
  checkSessionId(id);
  if (session === null || session.id !== id) return { needs: id };
  const { explainable, identity } = await load(ruleset, rulesets, start);
  if (isToBeMade(session, mode)) return { explainable, held: [] };
  if (session.ruleset !== identity) throw rulesetMismatch();
  return { explainable, held: factsOf(session.held) };
}

function factsOf(json: string): readonly FactInput[] {
  return (parseJson(json) as { readonly facts: readonly FactInput[] }).facts;
}

/** On a server with a mounted engine the name chooses nothing, but must be one. */
function checkConfined(name: string, root: string | null): void {
  const normal = normalName(name);
  if (normal === null || (root !== null && locate(root, normal).kind === 'outside')) throw outsideRoot();
}

function outsideRoot(): ServiceError {
  return new ServiceError('invalid_ruleset_path', 'the ruleset must be a path under the root');
}

/** The build of what is mounted. Whether unknown keys were warnings is not known of a version. */
function loadMounted({ hash, name, layers }: ExplainedMount, { lenient }: Start): ExplainableRuleset {
  return keptAs(`mounted:${name}:${hash}`, () => {
    const [own = [], ...base] = layers;
    return compile(() => compileSources(own, { base, name, lenient, cells: true }));
  });
}

function keptAs(key: string, make: () => ExplainableRuleset): ExplainableRuleset {
  const known = kept.get(key);
  kept.delete(key);
  const explainable = known ?? make();
  kept.set(key, explainable);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  return explainable;
}

async function load(
  name: string,
  rulesets: readonly string[] | null,
  { root, lenient }: Start,
): Promise<{ readonly explainable: ExplainableRuleset; readonly identity: string }> {
  const normal = normalName(name);
  if (root === null)
    throw new ServiceError('ruleset_root_not_configured', 'the service has no root folder for rulesets');
  const location = normal === null ? { kind: 'outside' as const } : locate(root, normal);
  if (location.kind === 'outside' || normal === null) throw outsideRoot();
  // A ruleset that is hidden from the caller is reported like a missing one.
  const missing = new ServiceError('ruleset_not_found', 'no such ruleset under the root');
  if (location.kind === 'missing' || !allowsRuleset(rulesets, normal)) throw missing;
  const identity =
    relative(realpathSync(root), location.path).split(sep).join('/') || '../../evaluation/compiling';
  if (!allowsRuleset(rulesets, identity)) throw missing;
  try {
    const { name: own, sources } = await readStable(location.path, location.folder, root);
    const key = `${own}:${hashSources(sources)}`;
    const explainable = keptAs(key, () =>
      compile(() => compileSources(sources, { name: own, lenient, cells: true })),
    );
    return { explainable, identity };
  } catch (error) {
    if (error instanceof SourceError) throw notReadable(error);
    throw error;
  }
}

function compile(run: () => Compilation): ExplainableRuleset {
  const compilation = run();
  if (!compilation.ok) throw notCompiled(compilation);
  return createExplainableRuleset(compilation, loadModule);
}
