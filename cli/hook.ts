import { basename, resolve } from 'node:path';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import type { Gate, GateOptions } from '../agents/gate/gate.ts';
import type { DecidingEngine } from '../agents/gate/local-decider.ts';
import { duplicateKey } from '../library/duplicate-key.ts';
import { jsonFault } from '../library/json-fault.ts';
import { parseJson } from '../library/json.ts';
import { countValues } from '../library/scan-json.ts';
import { DONE, NO_CACHE_OPTION, textOption, usageError, type Command, type Terminal } from './command.ts';
import { readBudget } from './budget-option.ts';
import { endInTime } from './end-in-time.ts';
import { readRequest } from '../library/read-request.ts';
import { readBounded, readText } from './read-input.ts';
import { serviceToken, serviceUrl } from './service-access.ts';
import { writableByUser } from './writable-by-user.ts';

/** Claude Code gives a hook 60 seconds. */
const BUDGET_MS = 20_000;
/** Largest event, in UTF-16 code units and in JSON values. Reading more could outlast the patience of the agent. */
const MOST_LENGTH = 16_000_000;
const MOST_VALUES = 100_000;

export const hookCommand: Command = {
  name: 'hook',
  summary: 'decide a tool call for a hook of a coding agent',
  arguments: ['AGENT'],
  options: {
    ruleset: { type: 'string', value: 'PATH', help: 'ruleset that decides (required)' },
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'JSON array of further facts: {"template", "data"}',
    },
    agent: { type: 'string', value: 'NAME', help: 'name of the caller in the rules (default: claude)' },
    'service-ruleset': {
      type: 'string',
      value: 'NAME',
      help: 'its name at FERRULE_URL, if it has budgets (default: the file name)',
    },
    budget: {
      type: 'string',
      value: 'TIME',
      help: 'time limit before the call is denied (default: 20s)',
    },
    'no-cache': NO_CACHE_OPTION,
  },
  notes: `
AGENT must be claude: a PreToolUse command hook of Claude Code. Reads the event from standard input and prints the
decision: allow, deny with a reason, or ask if the rules escalate and a user is present. Any error means deny, even in the
ruleset; an invalid command line exits with code 2, which also blocks the call. --budget must be less than the timeout of
the hook, because Claude Code makes the call when a hook times out. The ruleset is compiled each time, because the agent
could have written to the cache. A ruleset with budgets is decided by the service at FERRULE_URL, with FERRULE_TOKEN; without
one it is refused. There an escalation because a budget is exceeded is a deny. A warning appears if the agent's user can write the ruleset or the facts.`,
  async run([agent = ''], options, terminal) {
    if (agent !== 'claude') throw usageError(`unknown agent '${agent}': expected claude`);
    const ruleset = textOption(options, 'ruleset');
    if (ruleset === null) throw usageError('hook needs --ruleset');
    const factsPath = textOption(options, 'facts');
    for (const path of [ruleset, factsPath]) if (path !== null) warnOfWritable(path, terminal);
    const answer = await answerClaude(
      {
        ruleset,
        factsPath,
        agent: textOption(options, 'agent') ?? agent,
        budgetMs: readBudget(options) ?? BUDGET_MS,
        cache: options['no-cache'] !== true,
        serviceRuleset: textOption(options, 'service-ruleset') ?? basename(ruleset),
      },
      terminal,
    );
    terminal.data(`${JSON.stringify(answer)}\n`);
    return DONE;
  },
};

/** The agent that is decided about can change what its user may write. */
function warnOfWritable(path: string, terminal: Terminal): void {
  try {
    const place = writableByUser(path);
    if (place === null) return;
    const what = place === resolve(path) ? path : `${place}, which leads to ${path},`;
    terminal.err(
      `ferrule: warning: ${what} can be written by the user that the agent runs as, so the agent can change its own rules: install it for another user (docs/guides/agents.md)\n`,
    );
  } catch {
    // A file whose status is unreadable cannot be read either, and that is reported.
  }
}

interface HookOptions {
  readonly ruleset: string;
  readonly factsPath: string | null;
  readonly agent: string;
  readonly budgetMs: number;
  readonly cache: boolean;
  /** Name of the ruleset at a service. */
  readonly serviceRuleset: string;
}

/** Never rejects: an exit code of 1 would let the call pass. */
async function answerClaude(
  { ruleset, factsPath, agent, budgetMs, cache, serviceRuleset }: HookOptions,
  terminal: Terminal,
): Promise<object> {
  const { decideToolUse, refuseToolUse } = await import('../agents/gate/adapters/claude-agent.ts');
  try {
    const text = await readBounded('-', MOST_LENGTH, terminal);
    if (text === null)
      return refuseToolUse('invalid_arguments', `the event is over ${MOST_LENGTH} characters`);
    if (countValues(text) > MOST_VALUES)
      return refuseToolUse('invalid_arguments', `the event has more than ${MOST_VALUES} JSON values`);
    const event = readEvent(text);
    const { Engine } = await import('../library/node/engine.ts');
    const known = factsPath === null ? [] : readRequest(await readText(factsPath, terminal)).facts;
    // The agent runs as this user: it could have written what the cache holds, with the right hash.
    const options = { cache, readsCache: false, warmUp: false };
    const compiled = await Engine.fromRules(ruleset, options);
    const gate =
      compiled.ruleset.budgets === undefined
        ? await gateOf({ engine: withFacts(compiled, known, budgetMs) })
        : await countingGate(serviceRuleset, known, budgetMs);
    return await decideToolUse(gate, { agent }, event);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return refuseToolUse(error instanceof SyntaxError ? 'invalid_arguments' : 'engine_failed', problem);
  }
}

async function gateOf(options: GateOptions): Promise<Gate> {
  const { createGate } = await import('../agents/gate/gate.ts');
  return createGate(options);
}

/**
 * The gate of a ruleset with budgets. This process runs as the agent's user, so only a service can count. What a person
 * allows in the agent's own dialog is not counted, so an exceeded budget is a deny there. Throws Error without a service.
 */
async function countingGate(ruleset: string, known: readonly FactInput[], timeoutMs: number): Promise<Gate> {
  const url = serviceUrl();
  if (url === null)
    throw new Error('the ruleset has budgets, which a hook cannot count: set FERRULE_URL to a service');
  const hostFacts = known.length === 0 ? {} : { hostFacts: known };
  const { remoteDecider } = await import('../agents/gate/remote-decider.ts');
  const decider = remoteDecider({ url, token: serviceToken('hook'), ruleset, ...hostFacts }, 'enforce');
  const gate = await gateOf({ decider, timeoutMs });
  // A service that does not respond is reported for the call.
  const hasSessions = (await decider.isMounted?.().catch(() => false)) !== true;
  return {
    ...gate,
    async decide({ session, ...call }) {
      const inSession = hasSessions && session !== undefined ? { ...call, session } : call;
      const verdict = await gate.decide(inSession);
      const isExceeded = (verdict.exceededBudgets ?? []).length > 0;
      return verdict.verdict === 'escalate' && isExceeded ? { ...verdict, verdict: 'deny' } : verdict;
    },
  };
}

/**
 * Reads the event. The agent that makes the call reads it again: of a repeated key it could take the value that was not
 * decided on. Throws SyntaxError, which quotes no value of the event.
 */
function readEvent(text: string): unknown {
  let event: unknown;
  try {
    event = parseJson(text);
  } catch {
    throw new SyntaxError(`the event is not valid JSON: ${jsonFault(text) ?? 'it cannot be read'}`);
  }
  const key = duplicateKey(text);
  if (key !== null) throw new SyntaxError(`the event repeats the key ${JSON.stringify(key)}`);
  return event;
}

/** The engine with facts that every evaluation begins with, and which ends in time. */
function withFacts(engine: DecidingEngine, known: readonly FactInput[], budgetMs: number): DecidingEngine {
  return {
    hash: engine.hash,
    ...(engine.ruleset === undefined ? {} : { ruleset: engine.ruleset }),
    evaluate: (options) => {
      const given = 'hostFacts' in options ? (options.hostFacts ?? []) : [];
      const hostFacts = [...known, ...given];
      return endInTime(() => engine.evaluate({ ...options, scoped: true, hostFacts }), budgetMs);
    },
  };
}
