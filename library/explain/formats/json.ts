import { writeJson } from '../../json.ts';
import type { ExplanationFormat } from './words.ts';

/** One JSON object, as explanation.ts has it. */
export const jsonFormat: ExplanationFormat = {
  name: 'json',
  write: (explanation) => `${writeJson(explanation)}\n`,
};
