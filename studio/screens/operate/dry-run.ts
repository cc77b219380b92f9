/** A dry run: what a reload would change of recent decisions, and of any request. */
import type { Comparison, StudioFile } from '../../protocol/messages.ts';
import type { DryRun, ReloadText } from '../../protocol/service.ts';
import { fetching } from '../../state/busy.ts';
import { api, problemOf, requested } from '../../state/connection.ts';
import { forgetServiceDrafts } from '../../state/draft.ts';
import { readServed } from '../../state/served.ts';
import { ofSession } from '../../state/session.ts';
import { current, files, origin } from '../../state/state.ts';
import type { Work } from '../../state/work.ts';

interface DoneDryRun {
  /** The text of the dry run: another one needs another. */
  readonly text: string;
  readonly report: DryRun;
  /** Files of the mounted version; `null` if the token may not see them. */
  readonly mounted: readonly StudioFile[] | null;
  /** `null` if there is none, which `note` explains. */
  readonly comparison: Comparison | null;
  readonly note: string | null;
}

export const dryRun = ofSession<DoneDryRun | null>(null);
/** The outcome of the reload, for the user. */
export const reloaded = ofSession<string | null>(null);

const bodyOf = (text: string, signature: string): ReloadText => ({
  ruleset_yaml: text,
  ...(signature === '' ? {} : { signature }),
});

export async function runDry(text: string, signature: string, work: Work): Promise<void> {
  const { value: client } = api;
  if (client === null) return;
  dryRun.value = null;
  reloaded.value = null;
  const report = await requested('Dry run', (stop) => client.dryRun(bodyOf(text, signature), stop));
  if (report === null) return;
  const done = { text, report };
  try {
    const old = await fetching('Reading the mounted version', (stop) =>
      client.source(report.ruleset_hash_before, stop),
    );
    // As the service does: what the text leaves out is kept from what is mounted.
    const base = [old.files, ...(old.base ?? [])];
    const comparison = await work.run('compare', 'Comparing', {
      old,
      ruleset: { name: old.name, files: current.peek().files, base },
    });
    const note = comparison === null ? 'The comparison with the mounted version did not end.' : null;
    dryRun.value = { ...done, mounted: old.files, comparison, note };
  } catch (error) {
    const note = `The mounted version cannot be compared. ${problemOf(error) ?? ''}`;
    dryRun.value = { ...done, mounted: null, comparison: null, note };
  }
}

export async function reload(text: string, signature: string): Promise<void> {
  const { value: client } = api;
  if (client === null) return;
  const done = await requested('Reloading', (stop) => client.reload(bodyOf(text, signature), stop));
  if (done === null) return;
  dryRun.value = null;
  reloaded.value = `The service runs ${done.ruleset_hash_after} now.`;
  if (origin.value.kind === 'service') {
    files.value = files.value.map((one) => ({ ...one, saved: one.text }));
    forgetServiceDrafts();
    const after = await requested('Reading the version', (stop) =>
      client.source(done.ruleset_hash_after, stop),
    );
    origin.value = { kind: 'service', hash: done.ruleset_hash_after, base: after?.base ?? [] };
  }
  await readServed();
}
