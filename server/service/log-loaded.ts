import type { Logger } from 'pino';
import type { Mounted } from './evaluation/mounted-engine.ts';

/** Logs a ruleset that answers from now on, and each of its warnings. `by`: who reloaded it; null: the service. */
export function logLoaded(log: Logger, { ruleset, details }: Mounted, ms: number, by: string | null): void {
  const { rules, warnings } = details;
  log.info(
    {
      ruleset: ruleset.name,
      ruleset_hash: ruleset.hash,
      rules,
      warnings: warnings.length,
      milliseconds: Math.round(ms),
      ...(by === null ? {} : { by }),
    },
    'ruleset loaded',
  );
  for (const warning of warnings) log.warn({ ruleset: ruleset.name, warning }, 'ruleset has a warning');
}
