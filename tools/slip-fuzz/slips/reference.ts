import { slips, type Slip } from './slip.ts';

/** `$alias.slot` as other languages write it; each is meant as the reference. */
export function referenceSlips(text: string, place: 'argument' | 'value' | 'filled'): readonly Slip[] {
  const constant = /^\$const\.([\w-]+)/.exec(text)?.[1];
  if (constant !== undefined)
    return slips('references', place === 'filled' ? filled('const', constant) : ofConstant(constant));
  const [, alias = '', slot = ''] = /^\$([\w-]+)\.([\w-]+)$/.exec(text) ?? [];
  if (alias === '')
    return /^\?[\w-]+$/.test(text)
      ? slips('variables', place === 'filled' ? named(text.slice(1)) : ofVariable(text.slice(1)))
      : [];
  if (place === 'filled') return slips('references', filled(alias, slot));
  const quotes =
    place === 'argument'
      ? [`"$${alias}.${slot}"`, `'$${alias}.${slot}'`, `"${alias}.${slot}"`]
      : [`'$${alias}.${slot}'`];
  const capital = alias.charAt(0).toUpperCase() + alias.slice(1);
  return slips('references', [
    ...quotes,
    `${alias}.${slot}`,
    `\${${alias}.${slot}}`,
    `$${alias}[${slot}]`,
    `$${alias}["${slot}"]`,
    `${alias}["${slot}"]`,
    `$${alias}->${slot}`,
    `$${alias}:${slot}`,
    `${alias}:${slot}`,
    `?${alias}.${slot}`,
    `?${alias}:${slot}`,
    `@${alias}.${slot}`,
    `&${alias}.${slot}`,
    `%${alias}.${slot}%`,
    `:${alias}.${slot}`,
    // In a value, it is the same text if the slot is a string, and `not-filled-in` if it is none.
    ...(place === 'argument' ? [`{${alias}.${slot}}`] : []),
    `{{${alias}.${slot}}}`,
    `{{ ${alias}.${slot} }}`,
    `{$${alias}.${slot}}`,
    `<${alias}.${slot}>`,
    `$.${alias}.${slot}`,
    `$${alias}.${slot}.value`,
    `$${alias} .${slot}`,
    `$${alias}. ${slot}`,
    `$ ${alias}.${slot}`,
    `$$${alias}.${slot}`,
    `$${alias}.$${slot}`,
    `$${alias}.?${slot}`,
    `$${alias}.data.${slot}`,
    `input.${alias}.${slot}`,
    `$(${alias}.${slot})`,
    // In a value, as in a text: a number with its sign.
    ...(place === 'argument' ? [`#{${alias}.${slot}}`] : []),
    `data.${alias}.${slot}`,
    `${capital}.${slot}`,
    `$${capital}.${slot}`,
    `$${alias}.${slot.toUpperCase()}`,
    `$${alias}`,
    `=${alias}.${slot}`,
    `=$${alias}.${slot}`,
    `\uff04${alias}.${slot}`,
    `$${alias}\uff0e${slot}`,
    `$${alias}.${slot},`,
    `$${alias}.${slot};`,
    `$${alias}.${slot}\u200b`,
  ]);
}

function ofConstant(name: string): readonly string[] {
  return [
    `const.${name}`,
    name.toUpperCase(),
    `$constants.${name}`,
    `$const[${name}]`,
    `\${const.${name}}`,
    `{const.${name}}`,
    `{{const.${name}}}`,
    `$${name}`,
    `"$const.${name}"`,
    `@const.${name}`,
    `constants.${name}`,
    `(const ${name})`,
    `const(${name})`,
    `$CONST.${name}`,
    `$const.${name.toUpperCase()}`,
    `%${name}%`,
    `$env.${name}`,
    `env.${name}`,
  ];
}

function ofVariable(name: string): readonly string[] {
  return [
    name,
    `$${name}`,
    `\${${name}}`,
    `{${name}}`,
    `{{${name}}}`,
    `@${name}`,
    `:${name}`,
    `"?${name}"`,
    `'?${name}'`,
    `$?${name}`,
    `??${name}`,
    `?${name}?`,
    `? ${name}`,
    `?${name.toUpperCase()}`,
    `%${name}`,
    `&${name}`,
    `#{${name}}`,
    `?${name},`,
    `<${name}>`,
  ];
}

/**
 * In a text, where names are in braces. A sign in front of them is text (`${order.total}` is an amount, `#{order.id}` a number), and
 * doubled braces are those of a text.
 */
function filled(alias: string, slot: string): readonly string[] {
  return [
    `$${alias}.${slot}`,
    `{{ ${alias}.${slot} }}`,
    `{$${alias}.${slot}}`,
    `{ ${alias}.${slot} }`,
    `%{${alias}.${slot}}`,
    `{?${alias}.${slot}}`,
    `{${alias}[${slot}]}`,
    `{${alias}->${slot}}`,
    `$(${alias}.${slot})`,
    `<%= ${alias}.${slot} %>`,
    `{${alias}.${slot}!r}`,
    `{${alias}.${slot}}}`,
    `{{${alias}.${slot}}`,
    `\${{ ${alias}.${slot} }}`,
    `[${alias}.${slot}]`,
    `{${alias}. ${slot}}`,
    `%(${alias}.${slot})s`,
  ];
}

function named(name: string): readonly string[] {
  return [
    `?${name}`,
    `$${name}`,
    `{?${name}}`,
    `{ ${name} }`,
    `{$${name}}`,
    `%{${name}}`,
    `%(${name})s`,
    `{${name}:d}`,
  ];
}
