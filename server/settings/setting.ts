import type { z } from 'zod';

/** One row of THE table of settings (settings.ts). */
export interface Setting {
  /** Option of `ferrule serve`, or null: environment only. */
  readonly option: string | null;
  /** Placeholder of the value, for help; empty if the option takes none and means `true`. */
  readonly placeholder: string;
  /** Text as it would be written; null: no value. */
  readonly default: string | null;
  readonly schema: z.ZodType<string | number, string>;
  readonly description: string;
}

/** Purpose of a setting, and its default. */
export function describeSetting({ description, default: fallback }: Setting): string {
  return fallback === null ? description : `${description} Default: ${fallback}.`;
}
