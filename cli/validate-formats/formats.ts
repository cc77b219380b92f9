import type { ValidateFormat } from './checked.ts';
import { githubFormat } from './github.ts';
import { jsonFormat } from './json.ts';
import { sarifFormat } from './sarif.ts';

/** THE table of formats for programs; `text` is for people. */
export const VALIDATE_FORMATS: readonly ValidateFormat[] = [jsonFormat, sarifFormat, githubFormat];
