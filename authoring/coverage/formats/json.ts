import { writeJson } from '../../../library/json.ts';
import { mutantsJson } from '../../mutate/mutants-json.ts';
import type { CoverageFormat } from './formats.ts';

/** One JSON object, as in coverage.ts, with the mutants if requested. */
export const jsonFormat: CoverageFormat = {
  name: 'json',
  write(coverage, _textOf, mutants) {
    return `${writeJson(mutants === undefined ? coverage : { ...coverage, mutants: mutantsJson(mutants) })}\n`;
  },
};
