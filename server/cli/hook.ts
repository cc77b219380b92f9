import type { FactInput } from '../../runtime/read-facts.ts';
import type { DecidingEngine } from '../gate/local-decider.ts';
import { DONE, NO_CACHE_OPTION, textOption, usageError, type Command, type Terminal } from './command.ts';
import { readBudget } from './budget-option.ts';
import { endInTime } from './end-in-time.ts';
import { readRequest } from './evaluate.ts';
import { readText } from './read-input.ts';

/** Claude Code gives a hook 60 seconds. */
const BUDGET_MS = 20_000;

export const hookCommand: Command = {
  name: 'hook',
  summary: 'answer a hook of a coding agent: may it make this call?',
  arguments: ['AGENT'],
  options: {
    ruleset: { type: 'string', value: 'PATH', help: 'ruleset that decides; required' },
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'JSON array of {"template", "data"}: what is known beside the call',
    },
    agent: { type: 'string', value: 'NAME', help: 'who calls, as the rules know it; claude when left out' },
    budget: {
      type: 'string',
      value: 'TIME',
      help: 'longest evaluation before the call is denied, such as 5s; 20s when left out',
    },
    'no-cache': NO_CACHE_OPTION,
  },
  notes: `
AGENT is claude: a command hook of Claude Code for PreToolUse. Reads the event from standard input and prints its answer:
allow, deny with the reason, or ask when the rules escalate and somebody is there to be asked. Whatever is wrong, the
ruleset included, is answered by deny; a wrong command line ends with exit code 2, which blocks the call too. --budget must
be less than the timeout of the hook: who gives a hook up makes the call.`,
  async run([agent = ''], options, terminal) {
    if (agent !== 'claude') throw usageError(`hook does not know '${agent}': claude`);
    const ruleset = textOption(options, 'ruleset');
    if (ruleset === null) throw usageError('hook needs --ruleset');
    const answer = await answerClaude(
      ruleset,
      textOption(options, 'facts'),
      textOption(options, 'agent') ?? agent,
      readBudget(options) ?? BUDGET_MS,
      options['no-cache'] !== true,
      terminal,
    );
    terminal.out(`${JSON.stringify(answer)}\n`);
    return DONE;
  },
};

/** Never rejects: an exit code of 1 would let the call pass. */
async function answerClaude(
  ruleset: string,
  factsPath: string | null,
  agent: string,
  budgetMs: number,
  cache: boolean,
  terminal: Terminal,
): Promise<object> {
  const { decideToolUse, refuseToolUse } = await import('../gate/adapters/claude-agent.ts');
  try {
    const event: unknown = JSON.parse(await readText('-', terminal));
    const { Engine } = await import('../library/engine.ts');
    const { createGate } = await import('../gate/gate.ts');
    const known = factsPath === null ? [] : readRequest(await readText(factsPath, terminal)).facts;
    const engine = withFacts(await Engine.fromRules(ruleset, { cache, warmUp: false }), known, budgetMs);
    return await decideToolUse(createGate({ engine }), { agent }, event);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return refuseToolUse(error instanceof SyntaxError ? 'invalid_arguments' : 'engine_failed', problem);
  }
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
