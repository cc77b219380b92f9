import { dotFormat } from './dot.ts';
import { htmlFormat } from './html.ts';
import { jsonFormat } from './json.ts';
import { textFormat } from './text.ts';
import type { ExplanationFormat } from './words.ts';

/** THE table of the formats of explanations. */
export const EXPLANATION_FORMATS: readonly ExplanationFormat[] = [
  textFormat,
  jsonFormat,
  dotFormat,
  htmlFormat,
];
