/** The token that the user pasted: in memory, and in the storage of the tab only if the user chooses that. */
import { signal, type Signal } from '@preact/signals';

const KEPT = 'ferrule-studio-token';

export const token = signal<string | null>(null);
/** The reason why the user has to sign in again; `null` if there is none. */
export const signInProblem = signal<string | null>(null);

const resets: (() => void)[] = [];

/** State that holds what a token may see: signing out empties it. */
export function ofSession<Value>(initial: Value): Signal<Value> {
  const made = signal(initial);
  onSignOut(() => (made.value = initial));
  return made;
}

export function onSignOut(reset: () => void): void {
  resets.push(reset);
}

export function restoreToken(): void {
  token.value = sessionStorage.getItem(KEPT);
}

/** @param isKept true to stay signed in when the page is loaded again in this tab */
export function keepToken(given: string, isKept: boolean): void {
  if (isKept) sessionStorage.setItem(KEPT, given);
  else sessionStorage.removeItem(KEPT);
  signInProblem.value = null;
  token.value = given;
}

/** @param problem said beside the box for the next token */
export function signOut(problem: string | null = null): void {
  sessionStorage.removeItem(KEPT);
  token.value = null;
  signInProblem.value = problem;
  for (const reset of resets) reset();
}
