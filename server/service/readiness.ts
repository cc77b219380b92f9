import type { Services } from './services.ts';

/** What must hold for a server to be sent requests. */
export interface Check {
  readonly name: string;
  /** What is wrong, in a few words without paths or names; null: nothing. */
  readonly problem: () => string | null | Promise<string | null>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

/** Asks all checks. One that fails to answer is a problem. */
export async function readinessOf({ checks }: Services): Promise<Readiness> {
  const answers = await Promise.all(
    checks.map(async ({ name, problem }) => {
      try {
        return [name, await problem()] as const;
      } catch {
        return [name, 'can not be told'] as const;
      }
    }),
  );
  return {
    ready: answers.every(([, problem]) => problem === null),
    checks: Object.fromEntries(answers.map(([name, problem]) => [name, problem ?? 'ok'])),
  };
}
