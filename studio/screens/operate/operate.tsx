import { signal } from '@preact/signals';
import { api } from '../../state/connection.ts';
import { usePoll } from '../../state/poll.ts';
import { isDirty, ruleset } from '../../state/state.ts';
import { served } from '../../state/served.ts';
import type { Work } from '../../state/work.ts';
import { Members } from '../../ui/members.tsx';
import { fromNow, localTime } from '../../ui/times.ts';
import { DryRunResult } from './dry-run-result.tsx';
import { dryRun, reload, reloaded, runDry } from './dry-run.ts';
import { reloadableText } from './reload-text.ts';
import { Replicas } from './replicas.tsx';
import { problem, readRunning, replicas, status } from './running.ts';

const POLL_MS = 5_000;

const signature = signal('');

/** Screen 8: what the service runs, and the reload of another version. */
export function OperateScreen({ work }: { readonly work: Work }) {
  const { value: client } = api;
  usePoll(POLL_MS, async (stop) => client !== null && (await readRunning(client, stop)), [client]);
  return (
    <div class="page operate">
      {problem.value !== null && (
        <p role="alert" class="alert">
          {problem.value}
        </p>
      )}
      <section aria-label="Mounted version">
        <h2>Mounted version</h2>
        <Mounted />
      </section>
      <section>
        <h2>Replicas</h2>
        {replicas.value === null ? (
          <p class="empty">{problem.value === null ? 'Reading…' : 'What the replicas run is not shown.'}</p>
        ) : (
          <Replicas replicas={replicas.value} mounted={status.value?.ruleset_hash ?? null} />
        )}
      </section>
      <section>
        <h2>Reload</h2>
        <Reload work={work} />
      </section>
    </div>
  );
}

function Mounted() {
  const { value: found } = status;
  if (found === null) return <p class="empty">{problem.value === null ? 'Reading…' : 'Not known.'}</p>;
  const { ruleset_hash: hash, loaded_at: at } = found;
  const name = served.value?.find((one) => one.hash === hash)?.name;
  const named = name ?? replicas.value?.find((one) => one.hash === hash)?.ruleset;
  const counts = replicas.value?.map((one) => one.sessions) ?? [];
  const sessions = counts.includes(null) ? 'shared by the replicas' : counts.reduce<number>(add, 0);
  if (hash === null)
    return (
      <p class="empty">
        No ruleset is mounted: each request names one below the root of the service. Start it with a ruleset
        to reload from here.
      </p>
    );
  return (
    <Members
      rows={[
        ['Ruleset', named],
        ['Version', hash],
        ['Loaded', at === null ? null : `${localTime(at)}, ${fromNow(at)}`],
        ['From', found.ruleset_origin === 'reloaded' ? 'a reload' : 'the start of the service'],
        ['Sessions', replicas.value === null ? null : String(sessions)],
        ['Warnings', found.warnings === '0' ? null : found.warnings],
        ['ferrule', found.version],
        ['Decision log', found.audit_problem],
        ['Tokens', found.attestation_problem],
        ['Replica', found.replica_problem],
      ]}
    />
  );
}

const add = (sum: number, one: number | null): number => sum + (one ?? 0);

function Reload({ work }: { readonly work: Work }) {
  const given = reloadableText();
  const { value: done } = dryRun;
  const isSame = given.ok && done?.text === given.text;
  const mounted = status.value?.ruleset_hash ?? null;
  const isMoved = done !== null && mounted !== null && done.report.ruleset_hash_before !== mounted;
  return (
    <>
      <p>
        {given.ok
          ? `Reloads ${given.path} of ${ruleset.value} as it is on the screen “Rules”${isDirty.value ? ', with your edits' : ''}.`
          : given.problem}
      </p>
      <div class="bar">
        <label class="field wide">
          <span>Signature, if the service asks for one: what ferrule sign prints for this text</span>
          <input
            type="text"
            aria-label="Signature"
            autocomplete="off"
            spellcheck={false}
            value={signature.value}
            onInput={(event) => (signature.value = event.currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button
            type="button"
            class={isSame ? '' : 'primary'}
            disabled={!given.ok}
            onClick={() => given.ok && void runDry(given.text, signature.value.trim(), work)}
          >
            Dry run
          </button>
          <button
            type="button"
            class="primary"
            disabled={!isSame || isMoved}
            onClick={() => given.ok && void reload(given.text, signature.value.trim())}
          >
            Reload
          </button>
        </div>
      </div>
      <p class="hint">{hintOf(given.ok, done !== null, isSame, isMoved)}</p>
      {reloaded.value !== null && (
        <p role="status" aria-label="Reloaded">
          {reloaded.value}
        </p>
      )}
      {isSame && <DryRunResult />}
    </>
  );
}

function hintOf(isOk: boolean, isDone: boolean, isSame: boolean, isMoved: boolean): string {
  if (!isOk) return '';
  if (isMoved) return 'Another version was mounted since the dry run. Run it again.';
  if (isSame) return 'Reload puts this text in place of the mounted version.';
  return isDone
    ? 'The text has changed since the dry run. Run it again before the reload.'
    : 'A reload can be confirmed after a dry run of the same text.';
}
