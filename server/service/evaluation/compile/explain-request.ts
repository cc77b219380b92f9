import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { compileSources } from '../../../../compiler/compile.ts';
import { hashSources } from '../../../../compiler/read/hash-sources.ts';
import { DEFAULT_LIMITS } from '../../../../runtime/contract.ts';
import { FerruleError } from '../../../../runtime/errors.ts';
import { askRuleset, type AskedRuleset } from '../../../authors/explain/asked-ruleset.ts';
import { explain } from '../../../authors/explain/explain.ts';
import { ServiceError } from '../../../errors.ts';
import { maskExplanation } from '../../../evidence/mask/mask-explanation.ts';
import { Masking } from '../../../evidence/mask/masking.ts';
import { writeJson } from '../../../library/json.ts';
import { inOrder } from '../../../library/ordered-json.ts';
import { SourceError } from '../../../library/sources.ts';
import { allowsRuleset } from '../../../tokens/ruleset-patterns.ts';
import { ExplainRequest } from '../../contracts/explain.ts';
import { check } from '../../http/contract-check.ts';
import { locate, normalName } from '../../rulesets/locate.ts';
import type { CompilerStart } from '../compile-protocol.ts';
import { readJson } from '../job-body.ts';
import { refusalOf } from '../refusal.ts';
import { notCompiled, notReadable } from './compile-state.ts';
import { readStable } from './read-stable.ts';

/** An answer with more facts or rules than anybody reads is refused. */
const MOST_CHARACTERS = 4_000_000;
const MOST_KEPT = 16;

/** Builds for explanations by the hash of their sources. */
const kept = new Map<string, AskedRuleset>();

/**
 * `POST /v1/explain`: an explanation as JSON. Evaluates in a run of its own, in this thread, which has a limit of time.
 * Throws ServiceError.
 *
 * @param rulesets patterns of the rulesets that exist for the caller; null: all of them
 * @param maskKey what values of sensitive slots are masked with; null: they are dropped
 */
export async function explainRequest(
  text: string,
  rulesets: readonly string[] | null,
  maskKey: Uint8Array | null,
  start: Pick<CompilerStart, 'lenient' | 'root'>,
): Promise<string> {
  const body = check(ExplainRequest, readJson(text));
  const asked = await load(body.ruleset, rulesets, start);
  const { facts, rule, flip } = body;
  const input: unknown = inOrder(text, body).input ?? null;
  const host = { now: Date.now, functions: new Map(), limits: DEFAULT_LIMITS };
  const otherwise = asked.compiled.default ?? { action: 'deny', reason: null };
  try {
    const explanation = explain(asked, { host, otherwise, held: [] }, { facts, input, rule, flip });
    const { sensitive } = asked.compiled;
    const masking = new Masking({ key: maskKey, sealFor: null });
    const told =
      sensitive === undefined
        ? explanation
        : maskExplanation(explanation, sensitive, (value) => masking.value(value));
    const json = writeJson(told);
    if (json.length <= MOST_CHARACTERS) return json;
  } catch (error) {
    if (error instanceof FerruleError) throw refusalOf(error);
    throw error;
  }
  throw new ServiceError('evaluation_limit', 'the explanation is too long: ask for one rule');
}

async function load(
  name: string,
  rulesets: readonly string[] | null,
  { root, lenient }: Pick<CompilerStart, 'lenient' | 'root'>,
): Promise<AskedRuleset> {
  const normal = normalName(name);
  if (root === null)
    throw new ServiceError('ruleset_root_not_configured', 'the service has no root folder for rulesets');
  const location = normal === null ? { kind: 'outside' as const } : locate(root, normal);
  if (location.kind === 'outside' || normal === null)
    throw new ServiceError('invalid_ruleset_path', 'the ruleset must be a path under the root');
  // What does not exist for the caller is told in the words for what does not exist at all.
  const missing = new ServiceError('ruleset_not_found', 'there is no such ruleset under the root');
  if (location.kind === 'missing' || !allowsRuleset(rulesets, normal)) throw missing;
  const identity = relative(realpathSync(root), location.path).split(sep).join('/') || '.';
  if (!allowsRuleset(rulesets, identity)) throw missing;
  try {
    const read = await readStable(location.path, location.folder, root);
    const key = `${read.name}:${hashSources(read.sources)}`;
    const known = kept.get(key);
    kept.delete(key);
    const asked = known ?? compile(read, lenient);
    kept.set(key, asked);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return asked;
  } catch (error) {
    if (error instanceof SourceError) throw notReadable(error);
    throw error;
  }
}

function compile({ sources, name }: Awaited<ReturnType<typeof readStable>>, lenient: boolean): AskedRuleset {
  const compilation = compileSources(sources, { name, lenient });
  if (!compilation.ok) throw notCompiled(compilation);
  return askRuleset(compilation);
}
