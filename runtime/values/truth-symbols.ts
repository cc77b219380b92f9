import { SymbolValue } from './values.ts';

/** Apart from the other values, so that a ruleset which boxes no truth value does not bring them. */
export const TRUE = new SymbolValue('TRUE');
export const FALSE = new SymbolValue('FALSE');
