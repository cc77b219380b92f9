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

const SELDOM_MS = 1_000;

/** A check that costs something: asked at most once a second, whoever asks. */
export function seldom(problem: Check['problem']): Check['problem'] {
  let asked = -Infinity;
  let answer: ReturnType<Check['problem']> = null;
  return () => {
    const now = performance.now();
    if (now - asked > SELDOM_MS) {
      asked = now;
      answer = problem();
    }
    return answer;
  };
}

/** Asks all checks. One that fails to answer is a problem. */
export async function readinessOf({ checks }: Services): Promise<Readiness> {
  const answers = await Promise.all(
    checks.map(async ({ name, problem }) => {
      try {
        return [name, await problem()] as const;
      } catch {
        return [name, 'cannot be told'] as const;
      }
    }),
  );
  return {
    ready: answers.every(([, problem]) => problem === null),
    checks: Object.fromEntries(answers.map(([name, problem]) => [name, problem ?? 'ok'])),
  };
}
