/** The rulesets of the service, and the one that is open. Edits stay in the page. */
import { effect, signal } from '@preact/signals';
import type { ServedRuleset } from '../protocol/service.ts';
import { ApiError } from './api-error.ts';
import { fetching } from './busy.ts';
import { api, problemOf, requested } from './connection.ts';
import { forgetServiceDrafts, restoreDraft, serviceDraft } from './draft.ts';
import { show, showExample } from './open.ts';
import { ofSession, onSignOut } from './session.ts';
import { isDirty, origin, request, rulesets } from './state.ts';
import type { EditedFile } from './state.ts';

const NO_REQUEST = '[]';
const SHOWN_DIGITS = 8;

/** `null` until they are read. */
export const served = ofSession<readonly ServedRuleset[] | null>(null);
/** The reason why they cannot be read. */
export const servedProblem = ofSession<string | null>(null);
/** Name of the ruleset in the address. */
const wanted = signal<string | null>(null);

/** The first digits of a hash, for people. */
export const shortHash = (hash: string): string => hash.replace(/^sha256:/, '').slice(0, SHOWN_DIGITS);

onSignOut(() => {
  rulesets.value = [];
  forgetServiceDrafts();
  if (origin.peek().kind === 'service') showExample();
});

/** Reads the rulesets after every sign-in. @param name of the ruleset to open first; `null` for the mounted one */
export function startServed(name: string | null): void {
  wanted.value = name;
  effect(() => {
    if (api.value !== null) queueMicrotask(() => void readServed());
  });
}

/** Reads the list, and opens a ruleset unless the page holds text of another origin. */
export async function readServed(): Promise<void> {
  const { value: client } = api;
  if (client === null) return;
  try {
    const found = await fetching('Reading rulesets', (stop) => client.rulesets(stop));
    served.value = found;
    servedProblem.value = null;
    rulesets.value = found.map((one) => ({ id: one.hash, label: labelOf(one, found) }));
    const first = found.find((one) => one.name === wanted.value) ?? mountedOf(found) ?? found[0];
    if (first !== undefined) await openServed(first.hash, isExample);
  } catch (error) {
    servedProblem.value = problemOf(error);
    if (!(error instanceof ApiError) && servedProblem.value !== null) throw error;
  }
}

/** True if the page shows the example as it came: nothing is lost if a ruleset takes its place. */
const isExample = (): boolean => origin.value.kind === 'example' && !isDirty.value;

export const mountedOf = (all: readonly ServedRuleset[]): ServedRuleset | undefined =>
  all.find(({ mounted }) => mounted);

/** The name; versions of the same name are told apart. */
function labelOf({ name, hash, mounted }: ServedRuleset, all: readonly ServedRuleset[]): string {
  if (all.filter((one) => one.name === name).length === 1) return name;
  return mounted ? `${name} (mounted)` : `${name} (${shortHash(hash)})`;
}

/** Opens a version of a ruleset, with what was written over it before, if it may take the place of what the page shows then. */
export async function openServed(hash: string, mayReplace: () => boolean = () => true): Promise<void> {
  const { value: client } = api;
  if (client === null || !mayReplace()) return;
  const source = await requested('Opening the ruleset', (stop) => client.source(hash, stop));
  if (source === null || !mayReplace()) return;
  const read = source.files.map((one): EditedFile => ({ ...one, saved: one.text, etag: null }));
  show(
    source.name,
    restoreDraft(serviceDraft(hash), read),
    { kind: 'service', hash, base: source.base ?? [] },
    null,
  );
  request.value = NO_REQUEST;
}
