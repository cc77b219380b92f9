/** Environment variables of clients, if the platform has an environment: FERRULE_URL and FERRULE_TOKEN. */
export function clientEnvironment(): {
  readonly url: string | undefined;
  readonly token: string | undefined;
} {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  return {
    url: process?.env?.['FERRULE_URL'] || undefined,
    token: process?.env?.['FERRULE_TOKEN'] || undefined,
  };
}
