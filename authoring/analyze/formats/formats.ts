import type { AnalysisFormat } from './format.ts';
import { githubFormat } from './github.ts';
import { jsonFormat } from './json.ts';
import { sarifFormat } from './sarif.ts';
import { textFormat } from './text.ts';

/** THE table of formats. */
export const ANALYSIS_FORMATS: readonly AnalysisFormat[] = [
  textFormat,
  jsonFormat,
  sarifFormat,
  githubFormat,
];
