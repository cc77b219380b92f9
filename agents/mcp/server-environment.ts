/** The environment of a server behind the proxy: without the settings and credentials of ferrule itself. */

const PREFIXES = ['SERVICE_', 'FERRULE_', 'OTEL_'] as const;
/** Settings with well-known names, and variables that the PostgreSQL client also reads. */
const OWN: ReadonlySet<string> = new Set(['DATABASE_URL', 'REDIS_URL', 'PGPASSWORD', 'PGPASSFILE']);

/** @param kept names that the operator wants the server to have all the same */
export function serverEnvironment(
  given: Readonly<Record<string, string | undefined>>,
  kept: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const passed = Object.entries(given).filter(([name]) => kept.has(name) || !isOwn(name.toUpperCase()));
  return Object.fromEntries(passed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function isOwn(name: string): boolean {
  return OWN.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}
