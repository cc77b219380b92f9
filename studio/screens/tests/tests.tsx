import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { cases, current, measured, tested } from '../../state/state.ts';
import type { Answers } from '../../protocol/messages.ts';
import type { Work } from '../../state/work.ts';
import { NewCase } from './new-case.tsx';
import { CaseGrid } from './case-grid.tsx';
import { CoverageList } from './coverage-list.tsx';
import { Properties } from './properties.tsx';
import { findMutants, Survivors } from './survivors.tsx';

const properties = signal<{ readonly of: object; readonly found: Answers['properties'] } | null>(null);
/** True once the user has run the cases: then they run again after each change. */
const isWatched = signal(false);
const isAdding = signal(false);

/** Milliseconds without a change before cases run again. */
const QUIET_MS = 400;

async function runCases(work: Work): Promise<boolean> {
  const of = current.value;
  const found = await work.run('test', 'Running cases');
  if (found !== null && current.value === of) tested.value = found;
  return found !== null && current.value === of;
}

async function runAll(work: Work): Promise<void> {
  isWatched.value = true;
  const of = current.value;
  if (!(await runCases(work))) return;
  const proved = await work.run('properties', 'Proving properties');
  if (proved === null || current.value !== of) return;
  properties.value = { of, found: proved };
  const reached = await work.run('coverage', 'Measuring coverage');
  if (reached !== null && current.value === of) measured.value = reached;
}

/** Screen 4: suites and cases with their results, what they cover, and the changes that they miss. */
export function TestsScreen({ work }: { readonly work: Work }) {
  const results = tested.value;
  const passed = results?.filter((one) => one.passed).length ?? 0;
  const now = current.value;
  useEffect(() => {
    if (!isWatched.value || tested.value !== null) return undefined;
    const timer = setTimeout(() => void runCases(work), QUIET_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div class="page tests">
      <div class="bar">
        <button type="button" class="primary" onClick={() => void runAll(work)}>
          Run
        </button>
        <button type="button" onClick={() => (isAdding.value = true)}>
          Add case
        </button>
        <button type="button" onClick={() => void findMutants(work)}>
          Find mutants
        </button>
        <p role="status" aria-label="Result">
          {results === null
            ? `${cases.value.length} ${cases.value.length === 1 ? 'case' : 'cases'}, not run`
            : `${passed} passed, ${results.length - passed} failed`}
        </p>
      </div>
      {isAdding.value && <NewCase onClose={() => (isAdding.value = false)} />}
      <div class="test-columns">
        <div class="test-main">
          {cases.value.length === 0 && results === null && (
            <p class="empty">
              No cases yet. <b>Add case</b> makes the request of the screen “Rules” the first one.
            </p>
          )}
          <CaseGrid results={results} cases={cases.value} />
        </div>
        <div class="test-side" tabIndex={0}>
          <Properties found={properties.value?.of === now ? properties.value.found : null} />
          <CoverageList found={measured.value} />
          <Survivors />
        </div>
      </div>
    </div>
  );
}
