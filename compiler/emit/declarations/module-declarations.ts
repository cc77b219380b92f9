import type { Ruleset } from '../../ruleset.ts';
import { emitDeclarations } from './emit-declarations.ts';

/** Exports of the self-contained module of a ruleset, in addition to its types. */
const EXPORTS = `
import type { CompiledRuleset } from 'ferrule';
import { Engine, type EngineOptions } from 'ferrule/engine';
export { Engine };
export declare const ruleset: CompiledRuleset;
export declare const createEngine: (options?: EngineOptions) => Engine<Facts>;
`;

/** The declarations of the self-contained module of a ruleset: `ruleset.d.mts`. */
export function moduleDeclarations(ruleset: Ruleset): string {
  return emitDeclarations(ruleset) + EXPORTS;
}
