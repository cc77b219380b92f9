import { ACCESS_SETTINGS } from './access-settings.ts';
import { DOOR_SETTINGS } from './door-settings.ts';
import { EVIDENCE_SETTINGS } from './evidence-settings.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';
import { QUOTA_SETTINGS } from './quota-settings.ts';
import { RELOAD_SETTINGS } from './reload-settings.ts';
import { SERVING_SETTINGS } from './serving-settings.ts';
import { SESSION_SETTINGS } from './session-settings.ts';
import { describeSetting, type Setting } from './setting.ts';
import { STORE_SETTINGS } from './store-settings.ts';

/**
 * THE table of settings by area, in the order in which help and docs/reference/configuration.md list them. All are read in
 * configuration.ts and nowhere else.
 */
export const SETTINGS = {
  ...SERVING_SETTINGS,
  ...ACCESS_SETTINGS,
  ...RELOAD_SETTINGS,
  ...EVIDENCE_SETTINGS,
  ...STORE_SETTINGS,
  ...SESSION_SETTINGS,
  ...LIMIT_SETTINGS,
  ...QUOTA_SETTINGS,
  ...DOOR_SETTINGS,
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** All settings as their rows read them; null if unset without a default. */
export type Values = { readonly [Name in SettingName]: string | number | null };

/** The settings that have no option, as `ferrule serve --help` lists them. */
export function describeEnvironment(): string {
  const rows = (Object.entries(SETTINGS) as [string, Setting][]).filter(([, { option }]) => option === null);
  const lines = rows.map(([name, row]) => `  ${name}=${row.placeholder}\n      ${describeSetting(row)}`);
  return ['Settings of the environment:', ...lines].join('\n');
}
