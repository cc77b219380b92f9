import { FLOAT, INTEGER, NUMBER } from '../static-type.ts';
import { rowsOf } from './row.ts';

const row = rowsOf('conversion');

/** From one numeric type to the other. */
export const CONVERSIONS = [
  row('integer', [1, 1], [NUMBER], INTEGER),
  row('float', [1, 1], [NUMBER], FLOAT),
  row('round', [1, 1], [NUMBER], INTEGER),
] as const;
