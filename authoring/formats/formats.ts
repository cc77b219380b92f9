import type { Format } from './format.ts';
import { githubFormat } from './github.ts';
import { jsonFormat } from './json.ts';
import { junitFormat } from './junit.ts';
import { prettyFormat } from './pretty.ts';
import { tapFormat } from './tap.ts';

/** THE table of formats; the first is the usual one. */
export const FORMATS: readonly Format[] = [prettyFormat, jsonFormat, junitFormat, tapFormat, githubFormat];
