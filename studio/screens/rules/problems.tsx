import { useEffect, useState } from 'preact/hooks';
import type { Fix } from '../../language/fixes.ts';
import type { Problem } from '../../protocol/messages.ts';
import { assistance } from '../../state/assistance.ts';
import { decided, showPlace } from '../../state/state.ts';

/** Problems that fixes are looked for. */
const MOST_FIXED = 20;
/** Milliseconds without a change before fixes are looked for: completion is not to wait for them. */
const QUIET_MS = 500;

/** Errors and warnings of the compiler. */
export function Problems() {
  const problems = decided.value?.problems ?? [];
  return (
    <div class={problems.length === 0 ? 'problems none' : 'problems'}>
      <h2>Problems</h2>
      {problems.length === 0 && <p class="empty">No problems.</p>}
      <ul aria-label="Problems">
        {problems.map((problem, i) => (
          <li key={i} class={problem.severity}>
            <button type="button" class="link" onClick={() => showPlace(problem.file, problem.line)}>
              <b>{`${problem.severity} ${problem.code}`}</b>
              <span>{` ${problem.file}:${problem.line}`}</span>
            </button>
            <p>{problem.message}</p>
            {i < MOST_FIXED && <FixesOf problem={problem} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One button for each fix that the language server knows. */
function FixesOf({ problem }: { readonly problem: Problem }) {
  const [found, setFound] = useState<readonly Fix[]>([]);
  const { fixes } = assistance.value ?? {};
  useEffect(() => {
    const controller = new AbortController();
    const look = (): void => {
      fixes?.find(problem, controller.signal).then(
        (fixed) => {
          if (!controller.signal.aborted) setFound(fixed);
        },
        // The text has changed since.
        () => undefined,
      );
    };
    setFound([]);
    const timer = setTimeout(look, QUIET_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [problem, fixes]);
  return (
    <>
      {found.map(({ title, apply }) => (
        <button key={title} type="button" class="fix" onClick={apply}>
          {title}
        </button>
      ))}
    </>
  );
}
