/** The service, once the user has signed in. */
import { computed } from '@preact/signals';
import { createApi, type Api } from './api.ts';
import { ApiError } from './api-error.ts';
import { fetching, isStopped, stopFetching } from './busy.ts';
import { mode } from './mode.ts';
import { keepToken, onSignOut, signInProblem, signOut, token } from './session.ts';
import { alertText } from './state.ts';

const REFUSED = 'The service does not accept this token. Paste another one.';

const apiWith = (root: string, given: string): Api =>
  createApi(root, given, () => {
    if (token.peek() === given) signOut(REFUSED);
  });

/** `null` before the user has signed in. */
export const api = computed<Api | null>(() =>
  mode.value.kind === 'connected' && token.value !== null ? apiWith(mode.value.api, token.value) : null,
);

onSignOut(stopFetching);
onSignOut(() => (alertText.value = null));

/** Checks the token and keeps it. What is wrong is said beside the box. */
export async function signIn(given: string, isKept: boolean): Promise<boolean> {
  const { value: served } = mode;
  const pasted = given.trim();
  if (served.kind !== 'connected') return false;
  if (!/^[\x21-\x7e]+$/.test(pasted)) {
    signInProblem.value =
      pasted === '' ? 'Paste a token first.' : 'A token has no spaces and no other letters than ASCII.';
    return false;
  }
  try {
    // Any endpoint that needs a token: without its role, the token is accepted all the same.
    await fetching('Signing in', (stop) => apiWith(served.api, pasted).rulesets(stop));
  } catch (error) {
    if (isStopped(error)) return false;
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0 || error.status === 401) {
      signInProblem.value = error.status === 401 ? REFUSED : error.message;
      return false;
    }
  }
  keepToken(pasted, isKept);
  return true;
}

/** The message for the user about an error; `null` for stopped work, or if the user has to sign in again. */
export function problemOf(error: unknown): string | null {
  if (isStopped(error) || (error instanceof ApiError && error.status === 401)) return null;
  return error instanceof Error ? error.message : String(error);
}

/** A request that the user made: its problem is an alert. `null` if it failed or was stopped. */
export async function requested<Value>(
  words: string,
  ask: (stop: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  try {
    return await fetching(words, ask);
  } catch (error) {
    alertText.value = problemOf(error);
    return null;
  }
}
