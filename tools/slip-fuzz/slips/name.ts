import { slips, type Slip } from './slip.ts';

/** Signs that stay at a word or name if it comes from a clipboard, a JSON file, a program or a comment. */
export function aroundWord(text: string): readonly string[] {
  return [
    `${text},`,
    `${text};`,
    `${text}.`,
    `${text}:`,
    `"'${text}'"`,
    `'"${text}"'`,
    `\u201c${text}\u201d`,
    `\u2018${text}\u2019`,
    `\`${text}\``,
    `${text} // only`,
    `${text} -- only`,
    `"${text} "`,
    `" ${text}"`,
    `${text}\u00a0`,
    `\u00a0${text}`,
    `${text}\u200b`,
    `"${text}\\n"`,
    `${text}\u00ad`,
    `<${text}>`,
    `{${text}}`,
    `\${${text}}`,
    `{{${text}}}`,
    `"${text}`,
    `${text}"`,
    `'${text}`,
    `$${text}`,
    `@${text}`,
    `*${text}`,
    `&${text}`,
    `%${text}`,
    `!${text}`,
    `|${text}`,
    `> ${text}`,
    `=${text}`,
    `= ${text}`,
    `- ${text}`,
    `? ${text}`,
    `\uff02${text}\uff02`,
  ];
}

/** A name that is declared elsewhere, in another case or number. */
export function nameCases(text: string): readonly string[] {
  const camel = text.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
  const all = [
    text.toUpperCase(),
    text.toLowerCase(),
    text.charAt(0).toUpperCase() + text.slice(1),
    camel,
    camel.charAt(0).toUpperCase() + camel.slice(1),
    text.replaceAll('_', '-'),
    text.replaceAll('-', '_'),
    text.replaceAll(/[_-]/g, ''),
    text.replaceAll(/[_-]/g, ' '),
    text.replaceAll(/[_-]/g, '.'),
    text.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
    `${text}s`,
    text.replace(/s$/, ''),
    text.replace(/y$/, 'ies'),
    `${text}_`,
    `_${text}`,
    ...(/[aeo]/.test(text)
      ? [text.replace('a', '\u0430').replace('e', '\u0435').replace('o', '\u043e')]
      : []),
  ];
  return [...new Set(all)].filter((one) => one !== text && one !== '');
}

export function referenceNameSlips(text: string): readonly Slip[] {
  return [
    ...slips('names spelled otherwise', nameCases(text)),
    ...slips('signs around names', aroundWord(text)),
    ...slips('paths as names', [
      `input.${text}`,
      `$.${text}`,
      `data.${text}`,
      `this.${text}`,
      `MAIN::${text}`,
      `/${text}`,
      `./${text}`,
      `${text}.name`,
      `${text}.id`,
      `${text}[0]`,
      `${text}()`,
      `${text}?`,
      `${text}!`,
    ]),
  ];
}

export function aliasSlips(text: string): readonly Slip[] {
  const name = text.replace(/^\$/, '');
  return slips('aliases', [
    name,
    `@${name}`,
    `?${name}`,
    `&${name}`,
    `*${name}`,
    `$ ${name}`,
    `$$${name}`,
    `\${${name}}`,
    `{${name}}`,
    `%${name}`,
    `"$${name} "`,
    `$${name},`,
    `$${name}:`,
    `$${name};`,
    `'$${name}'`,
    `"'$${name}'"`,
    `\u201c$${name}\u201d`,
    `$${name}\u00a0`,
    `\uff04${name}`,
    `$?${name}`,
    `#${name}`,
    `:${name}`,
    `as ${name}`,
    `$${name}.`,
    `$${name}[0]`,
    `$.${name}`,
    `$${name} as ${name}`,
    `[$${name}]`,
  ]);
}

export function bindSlips(text: string): readonly Slip[] {
  const sign = /^\$?\?/.exec(text)?.[0] ?? '';
  const name = text.slice(sign.length);
  const other = sign === '?' ? '$?' : '?';
  return slips('variables', [
    name,
    `$${name}`,
    `@${name}`,
    `${other}${name}`,
    `${sign} ${name}`,
    `${sign}${name}?`,
    `? ${name}`,
    `:${name}`,
    `\${${name}}`,
    `{${name}}`,
    `{{${name}}}`,
    `"${sign}${name} "`,
    `${sign}${name},`,
    `"'${sign}${name}'"`,
    `\u201c${sign}${name}\u201d`,
    `\uff1f${name}`,
    `${sign}${name}\u00a0`,
    `let ${name}`,
    `${name} =`,
    `&${name}`,
    `??${name}`,
    `%${name}`,
    `[${sign}${name}]`,
    `${sign}${name}.value`,
  ]);
}
