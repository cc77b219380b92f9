import { readGlob } from '../../../runtime/functions/glob.ts';
import { textOperator } from './asked-text.ts';
import { complementOf } from './complement.ts';

/** The whole text matches. The time is linear in the text and in the glob, so a glob may come with the data. */
export const glob = textOperator('glob', { one: 'service-glob?', some: null }, (text) =>
  readGlob(text) === null ? 'a glob has at most 1024 characters' : null,
);

export const notGlob = complementOf('not_glob', glob);
