import { readFileSync } from 'node:fs';
import type { Source } from '../../compiler/diagnostics/position.ts';

/** A ruleset of bench/rulesets/. The bundle lies in bench/build/. */
export function rulesetFile(name: string): Source {
  const path = `${name}.yaml`;
  return { path, text: readFileSync(new URL(`../rulesets/${path}`, import.meta.url), 'utf8') };
}
