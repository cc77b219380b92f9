import { resolvePath } from '../../../runtime/values/path-within.ts';
import { textOperator } from './asked-text.ts';
import { complementOf } from './complement.ts';

const URL_OR_SIGN = /^[A-Za-z][\w+.-]*:\/\/|^-\//;

/** The folder or what lies in it, after `.`, `..` and `//` are resolved. */
export const pathWithin = textOperator('path_within', { one: 'service-path-within?', some: null }, (text) =>
  resolvePath(text) === null || URL_OR_SIGN.test(text)
    ? 'expected a path with `/` that resolves to one place'
    : null,
);

export const notPathWithin = complementOf('not_path_within', pathWithin);
