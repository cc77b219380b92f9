import { writeJson } from '../../../library/json.ts';
import { mutantsJson } from '../../mutate/mutants-json.ts';
import type { CoverageFormat } from './formats.ts';

/** One JSON object, as coverage.ts has it, with the mutants when they were asked for. */
export const jsonFormat: CoverageFormat = {
  name: 'json',
  write(coverage, _textOf, mutants) {
    return `${writeJson(mutants === undefined ? coverage : { ...coverage, mutants: mutantsJson(mutants) })}\n`;
  },
};
