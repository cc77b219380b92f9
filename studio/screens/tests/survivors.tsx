import { computed, signal } from '@preact/signals';
import { isSuite } from '../../protocol/file-kinds.ts';
import type { Answers, Survivor } from '../../protocol/messages.ts';
import { current } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';
import { PlaceLink } from '../../ui/node-list.tsx';
import { addCase, suitePaths } from './suite-text.ts';

/** The rules without their suites: a case that was added leaves the other mutants as they are. */
const rulesKey = computed(() => JSON.stringify(current.value.files.filter((file) => !isSuite(file))));
const last = signal<{ readonly of: string; readonly found: Answers['mutants'] } | null>(null);
const added = signal<ReadonlySet<Survivor>>(new Set());

/** Changes the rules and looks for changes that no case notices. */
export async function findMutants(work: Work): Promise<void> {
  const of = rulesKey.value;
  last.value = null;
  added.value = new Set();
  const found = await work.run('mutants', 'Finding mutants');
  if (found !== null) last.value = { of, found };
}

/** Changes of the rules that no case notices, each with a case that does. */
export function Survivors() {
  const found = last.value?.of === rulesKey.value ? last.value.found : null;
  return (
    <section>
      <h2>Surviving mutants</h2>
      <p class="empty">{summary(found)}</p>
      <ul aria-label="Surviving mutants" class="marked">
        {(found?.survivors ?? []).map((one, i) => (
          <li key={i} class="warning">
            <span class="mutant-text">{one.text}</span> <PlaceLink {...one.place} />
            <div class="mutant-foot">
              <span>{one.differs ?? 'no request found that it decides otherwise'}</span>
              <button
                type="button"
                disabled={one.shown === null || added.value.has(one)}
                onClick={() => {
                  if (one.shown === null || !addCase(suitePaths()[0] ?? null, one.text, one.shown)) return;
                  added.value = new Set([...added.value, one]);
                }}
              >
                Add this case
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function summary(found: Answers['mutants'] | null): string {
  if (found === null) return 'Find mutants changes the rules in one place at a time and runs the cases.';
  if (found.isFailing) return 'Cases fail: mutants can only be found when all of them pass.';
  const all = found.found + found.survivors.length;
  const rest = [
    ...(found.equivalent === 0 ? [] : [`${found.equivalent} mean the same`]),
    ...(found.untried === 0 ? [] : [`${found.untried} not tried: out of time`]),
  ];
  return [`The cases notice ${found.found} of ${all} changes`, ...rest].join(', ') + '.';
}
