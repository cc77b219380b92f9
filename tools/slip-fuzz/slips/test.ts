import { slips, type Slip } from './slip.ts';

const INFIX: Readonly<Record<string, readonly string[]>> = {
  eq: ['==', '=', '===', 'is'],
  neq: ['!=', '<>', '!=='],
  '=': ['==', '==='],
  '<>': ['!='],
  '>': ['>'],
  '>=': ['>=', '=>'],
  '<': ['<'],
  '<=': ['<=', '=<'],
  '+': ['+'],
  '-': ['-'],
  '*': ['*'],
  '/': ['/'],
  and: ['and', '&&', '&', 'AND'],
  or: ['or', '||', '|', 'OR'],
};
const PREFIX: Readonly<Record<string, readonly string[]>> = {
  eq: ['==', 'equal', 'equals', 'eq?', 'EQ', 'is'],
  neq: ['!=', 'ne', 'not=', '/=', 'not-eq', 'NEQ'],
  '=': ['==', 'equals'],
  and: ['&&', 'AND', 'And', 'all', '&'],
  or: ['||', 'OR', 'Or', 'any', '|'],
  not: ['!', 'NOT', 'Not', '~'],
  if: ['IF', 'when', 'cond', '?'],
  '>=': ['=>', 'ge', '\u2265'],
  '<=': ['=<', 'le', '\u2264'],
  'str-cat': ['concat', 'str_cat', 'strcat', '+', 'STR-CAT', 'Str-Cat'],
  member$: ['member', 'in', 'contains', 'includes', 'memberp'],
  'str-length': ['length', 'len', 'strlen', 'count', 'size'],
  'str-index': ['indexof', 'contains', 'index', 'find'],
  div: ['//', 'quotient', 'DIV'],
  mod: ['%', 'modulo', 'rem'],
  upcase: ['upper', 'toUpperCase', 'uppercase'],
  lowcase: ['lower', 'toLowerCase', 'downcase'],
  bind: ['set', 'setq', 'let', 'assign', ':='],
};
const LAST_CALL = /\(([^\s()]+)((?:\s+(?:"[^"]*"|[^\s()"]+)){1,3})\)/g;
const WORD = /"[^"]*"|\S+/g;

/** Code of CLIPS as those write it who know other languages: whole calls, then words and signs one by one. */
export function testSlips(text: string, isBody: boolean): readonly Slip[] {
  return [
    ...slips('calls of another language', calls(text)),
    ...slips('words of code', words(text)),
    ...slips('quotes in code', quoted(text)),
    ...slips('truth values in code', truths(text)),
    ...slips('variables in code', variables(text)),
    ...(isBody ? [] : slips('form of a test', around(text))),
  ];
}

/** Each innermost call in infix notation and with commas. */
function calls(text: string): readonly string[] {
  return [...text.matchAll(LAST_CALL)].flatMap(({ 0: call, 1: name = '', 2: rest = '', index }) => {
    const args = rest.match(WORD) ?? [];
    const [first = '', second] = args;
    const signs = second === undefined ? [] : (INFIX[name] ?? []);
    const infix = signs.flatMap((sign) => [
      `(${first} ${sign} ${second})`,
      `${first} ${sign} ${second}`,
      `(${first}${sign}${second})`,
    ]);
    const listed = [
      `(${name} ${args.join(', ')})`,
      `${name}(${args.join(', ')})`,
      `${name}(${args.join(' ')})`,
      `(${name}(${args.join(' ')}))`,
      `((${name} ${args.join(' ')}))`,
      `[${name} ${args.join(' ')}]`,
      `{${name} ${args.join(' ')}}`,
      `(${name} ${args.join(' ')}`,
      `${name} ${args.join(' ')}`,
    ];
    const called = name === 'not' ? [`!${first}`, `(not (${first}))`, `not ${first}`] : [];
    return [...infix, ...listed, ...called].map(
      (one) => text.slice(0, index) + one + text.slice(index + call.length),
    );
  });
}

function words(text: string): readonly string[] {
  return [...text.matchAll(/\(([^\s()]+)/g)].flatMap(({ 1: name = '', index }) => {
    const others = [
      ...(PREFIX[name] ?? []),
      name.toUpperCase(),
      name.replaceAll('-', '_'),
      `$${name}`,
      `${name}s`,
      `'${name}'`,
    ];
    return others
      .filter((one) => one !== name)
      .map((one) => text.slice(0, index + 1) + one + text.slice(index + 1 + name.length));
  });
}

function replaceEach(
  text: string,
  pattern: RegExp,
  others: (found: string) => readonly string[],
): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) =>
    others(found).map((one) => text.slice(0, index) + one + text.slice(index + found.length)),
  );
}

function quoted(text: string): readonly string[] {
  const strings = replaceEach(text, /"[^"]*"/g, (found) => {
    const inside = found.slice(1, -1);
    const bare = /^[\w.-]+$/.test(inside) ? [inside, `:${inside}`, `?${inside}`] : [];
    return [
      ...bare,
      `'${inside}'`,
      `\`${inside}\``,
      `\u201c${inside}\u201d`,
      `\u2018${inside}\u2019`,
      `'${inside}`,
      `\u00ab${inside}\u00bb`,
    ];
  });
  const numbers = replaceEach(text, /(?<=\s)\d+(?=[\s)])/g, (found) => [
    `"${found}"`,
    `${found}%`,
    `${found},0`,
    `${found}_0`,
    `$${found}`,
    `'${found}`,
    `0x${found}`,
    `${found}L`,
  ]);
  return [...strings, ...numbers];
}

function truths(text: string): readonly string[] {
  return replaceEach(text, /\b(?:TRUE|FALSE)\b/g, (found) =>
    found === 'TRUE'
      ? ['true', 'True', 'yes', '"TRUE"', '#t', 't', 'T', '1', 'on', 'ok']
      : ['false', 'False', 'no', '"FALSE"', '#f', 'nil', '0', 'NIL', 'null', 'None', '()', 'off'],
  );
}

/** `"name"` is a text, and CLIPS reads `$?name` of one value as `?name`. */
function variables(text: string): readonly string[] {
  return replaceEach(text, /\$?\?[A-Za-z_][\w-]*(?::[\w-]+)?/g, (found) => {
    const name = found.replace(/^\$?\?/, '');
    return [
      name,
      `$${name}`,
      `@${name}`,
      `{${name}}`,
      `\${${name}}`,
      `"?${name}"`,
      `??${name}`,
      `? ${name}`,
      `?${name.toUpperCase()}`,
      `:${name}`,
      `'${name}`,
      ...(found.startsWith('$') ? [`?${name}`] : []),
    ];
  });
}

function around(text: string): readonly string[] {
  const inside = text.replace(/^\(|\)$/g, '');
  return [
    inside,
    `${text} ; only then`,
    `${text} # only then`,
    `${text} // only then`,
    `(${text})`,
    `"${text}"`,
    `'${text}'`,
    `\`${text}\``,
    `${text})`,
    text.slice(0, -1),
    `${text}${text}`,
    `${text} and ${text}`,
    `${text} && ${text}`,
    `(test ${text})`,
    `test ${text}`,
    `= ${text}`,
    `=> ${text}`,
    `[${text}]`,
    `{${text}}`,
    `{{ ${text} }}`,
    `!${text}`,
    `not ${text}`,
    `${text} == true`,
    `(if ${text})`,
    `(if ${text} then true)`,
    `if ${text}`,
    `(and ${text} true)`,
    `(and ${text} 1)`,
    '; ' + text,
    'true',
    'TRUE',
    'yes',
    '()',
    'TRUE ' + text,
  ];
}
