/** How the page is served, as `mode.json` beside it says: by `ferrule studio`, as files alone, or by the service. */
import { signal } from '@preact/signals';

export type Mode =
  | { readonly kind: 'offline' }
  /** `api`: address of the API's root, relative to the page. */
  | { readonly kind: 'connected'; readonly api: string };

const OFFLINE: Mode = { kind: 'offline' };

export const mode = signal<Mode>(OFFLINE);

/** A page without `mode.json` is offline: it has no service. */
export async function readMode(): Promise<Mode> {
  try {
    const response = await fetch('mode.json');
    return response.ok ? modeOf(await response.json()) : OFFLINE;
  } catch {
    return OFFLINE;
  }
}

function modeOf(value: unknown): Mode {
  const { mode: kind, api } = (value ?? {}) as { readonly mode?: unknown; readonly api?: unknown };
  if (kind !== 'connected' || typeof api !== 'string') return OFFLINE;
  // The token goes to the page's own origin only.
  return new URL(api, location.href).origin === location.origin ? { kind: 'connected', api } : OFFLINE;
}
