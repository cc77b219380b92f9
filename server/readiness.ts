/** Checks for readiness. */
export interface Check {
  readonly name: string;
  /** The problem in a few words without paths or names; null for none. */
  readonly problem: () => string | null | Promise<string | null>;
}

/** Knows what must hold before the service takes requests. */
export interface HasChecks {
  readonly checks: readonly Check[];
}

interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

const SELDOM_MS = 1_000;

/** An expensive check: runs at most once per second. */
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

/** Runs all checks. A failed check is a problem. */
export async function readinessOf({ checks }: HasChecks): Promise<Readiness> {
  const answers = await Promise.all(
    checks.map(async ({ name, problem }) => {
      try {
        return [name, await problem()] as const;
      } catch {
        return [name, 'check failed'] as const;
      }
    }),
  );
  return {
    ready: answers.every(([, problem]) => problem === null),
    checks: Object.fromEntries(answers.map(([name, problem]) => [name, problem ?? 'ok'])),
  };
}
