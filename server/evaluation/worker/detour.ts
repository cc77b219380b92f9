/** A ruleset to be brought, the session that the body names, or that session's entries: its engine is not here. */
type DetourTarget =
  { readonly ruleset: string } | { readonly session: string } | { readonly entries: string };

/**
 * Thrown inside a worker when a job cannot be done here and now. Not an error: the HTTP thread brings what is missing,
 * or gives the job to the worker that holds the session, and the job is done again from its start.
 */
export class Detour extends Error {
  readonly to: DetourTarget;

  constructor(to: DetourTarget) {
    super('the job is done elsewhere or later');
    this.name = 'Detour';
    this.to = to;
  }
}
