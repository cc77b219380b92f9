import type { CoverageFormat } from './formats.ts';

/** One JSON object, as coverage.ts has it. */
export const jsonFormat: CoverageFormat = {
  name: 'json',
  write: (coverage) => `${JSON.stringify(coverage)}\n`,
};
