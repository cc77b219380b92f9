import { slips, type Slip } from './slip.ts';

/** Paths of a document as other tools write them. `@.index` and `$.item` are paths of their own. */
export function inputPathSlips(text: string): readonly Slip[] {
  if (/^#/.test(text))
    return slips('places in a document', [
      'index',
      '$index',
      '@index',
      'key',
      '@key',
      '$key',
      'i',
      '#index',
      '# ',
      '${#}',
      '@#',
      '#.',
      'loop.index',
      '$#',
      '{#}',
      'name',
      '"#"x',
    ]);
  const [, root = '', rest = ''] = /^([$@])\.?(.*)$/.exec(text) ?? [];
  if (root === '') return [];
  const names = rest.split('.').filter((one) => /^[\w-]+$/.test(one));
  const isPlain = names.join('.') === rest && rest !== '';
  const bracketed = isPlain
    ? [
        `${root}${names.map((one) => `['${one}']`).join('')}`,
        `${root}${names.map((one) => `[${one}]`).join('')}`,
        `${root}${names.map((one) => `["${one}"]`).join('')}`,
        `/${names.join('/')}`,
        `${root}/${names.join('/')}`,
        `${root}.${names.join('/')}`,
        `${root}.${names.join('->')}`,
        `${root}.${names.join(':')}`,
        `${root}.${names.join('::')}`,
        `${root} ${names.join(' ')}`,
        `${names.join('.')}`,
        `.${names.join('.')}`,
        `.${names.join(' | .')}`,
        `${root}${names.join('.')}`,
        `${root}.${names.join('..')}`.replace('..', '. .'),
      ]
    : [];
  const item =
    root === '@'
      ? ['this', 'item', '$item', 'it', '.', '$this', '$_', 'each', '@item', '_'].map((one) =>
          rest === '' ? one : `${one}.${rest}`,
        )
      : ['input', 'request', 'document', '$input', 'root', '$root', 'data', 'body', 'event'].map((one) =>
          rest === '' ? one : `${one}.${rest}`,
        );
  const all = [
    ...bracketed,
    ...item,
    `${root}. ${rest}`,
    `${text}.`,
    `${text};`,
    `${text},`,
    `{${text}}`,
    `\${${text}}`,
    `{{${text}}}`,
    `{{ ${text} }}`,
    `\`${text}\``,
    `"'${text}'"`,
    `\u201c${text}\u201d`,
    `jsonpath(${text})`,
    `=${text}`,
    `=${rest}`,
    `${text}?`,
    `${text}!`,
    `${text} // x`,
    `${text} | string`,
    `${text} or ''`,
    `${text} ?? ''`,
    `${text} || ''`,
    `${text}\u200b`,
    `${text}\u00a0`,
    `\uff04.${rest}`,
    `${root}.${rest.replaceAll('.', '\uff0e')}`,
    `${text}[]`,
    `${text}[*]?`,
    `(${text})`,
    `[${text}]`,
    `'${text}' `,
    `<${text}>`,
    `${text}.value()`,
    `${text}.length()`,
    `$(${rest})`,
    `${text}[?(@.x)]`,
    `${text}[0:1]`,
    `${root}${text}`,
    `^${text}`,
  ];
  return slips('paths of a document', all);
}
