/** The settings of a client: `initializationOptions`, and `ferrule` of its configuration. */
export interface Settings {
  readonly analyzeOnSave: boolean;
  readonly testOnSave: boolean;
  readonly lenient: boolean;
  readonly strict: boolean;
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  analyzeOnSave: true,
  testOnSave: true,
  lenient: false,
  strict: false,
  codeLens: true,
  inlayHints: true,
};

/** The settings with those that a client gives. Unknown settings, and values other than true and false, are logged and left out. */
export function readSettings(current: Settings, given: unknown, tell: (line: string) => void): Settings {
  if (typeof given !== 'object' || given === null) return current;
  let settings = current;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_SETTINGS, name)) tell(`unknown option '${name}' is ignored`);
    else if (typeof value !== 'boolean') tell(`option '${name}' is ignored: expected true or false`);
    else settings = { ...settings, [name]: value };
  }
  return settings;
}
