/** The fragment of the page's address: `#/SCREEN?KEY=VALUE&…`. */

const SCREENS = ['rules', 'map', 'tables', 'tests', 'compare', 'decisions', 'approvals', 'operate'] as const;
export type ScreenName = (typeof SCREENS)[number];

interface Address {
  readonly screen: ScreenName;
  readonly keys: ReadonlyMap<string, string>;
}

/** Reads a fragment. An unknown screen means `rules`. */
export function readAddress(fragment: string): Address {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split(/\?(.*)/s);
  const name = path.replace(/^\//, '');
  return {
    screen: SCREENS.find((one) => one === name) ?? 'rules',
    keys: new Map(new URLSearchParams(query)),
  };
}

export function writeAddress(screen: ScreenName, keys: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(keys).toString();
  return `#/${screen}${query === '' ? '' : `?${query}`}`;
}
