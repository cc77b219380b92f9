import type { ScalarPlace } from '../places/place.ts';
import { argumentSlips } from './call-arguments.ts';
import { namesOf, OPPOSITES, signsOf } from './foreign-operators.ts';
import type { Call } from './parse-call.ts';
import { slips, type Slip } from './slip.ts';

/** Ways to write a whole condition that other systems have. */
export function callSlips(call: Call, place: ScalarPlace): readonly Slip[] {
  return [
    ...slips('operator spelled otherwise', spelled(call)),
    ...slips('form of a call', forms(call)),
    ...slips('infix', infix(call, place)),
    ...slips('receiver or two arguments', withSubject(call, place)),
    ...slips('negated from outside', negated(call)),
    ...slips('comment or sign behind', behind(call)),
    ...slips('two joined', joined(call)),
    ...argumentSlips(call, place),
  ];
}

function spelled({ name, inner }: Call): readonly string[] {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = [
    name.toUpperCase(),
    camel,
    camel.charAt(0).toUpperCase() + camel.slice(1),
    name.replaceAll('_', '-'),
    name.replaceAll('_', ''),
    name.replaceAll('_', ' '),
    `${name}s`,
    name.replace(/s$/, ''),
    `is_${name}`,
    `$${name}`,
    `@${name}`,
    `${name}?`,
    ...namesOf(name),
  ];
  return names.filter((one) => one !== name).map((one) => `${one}(${inner})`);
}

function forms({ name, inner, text }: Call): readonly string[] {
  return [
    `${name} ${inner}`,
    `${name}: ${inner}`,
    `${name}[${inner}]`,
    `${name}{${inner}}`,
    `${name}(${inner}`,
    `${name} ${inner})`,
    `${name}(${inner}))`,
    // A group around a pattern changes nothing.
    ...(name.endsWith('matches') ? [] : [`${name}((${inner}))`]),
    `(${name} ${inner})`,
    `(${text})`,
    `[${text}]`,
    `{${text}}`,
    `"${text}"`,
    `\`${text}\``,
    `\u201c${text}\u201d`,
    `'${text}'`,
    `\${${text}}`,
    `{{ ${text} }}`,
    `${name}\uff08${inner}\uff09`,
    `${name}\u00a0(${inner})`,
    `${name} (${inner})`,
    `\u00a0${text}`,
    `${text}\u00a0`,
    `${text}\u200b`,
    `\ufeff${text}`,
    `=${text}`,
    `= ${text}`,
    `${name}(value: ${inner})`,
    `${name}(value=${inner})`,
    `${name}({value: ${inner}})`,
    `${name}(${inner},)`,
    `${name}(,${inner})`,
    `${name}()${inner}`,
  ];
}

/** `slot == value` and its like. */
function infix({ name, inner, text }: Call, { key, text: _, slot, aliases }: ScalarPlace): readonly string[] {
  if (key === 'now') return signsOf(name).map((sign) => `now ${sign} ${inner}`);
  const subject = slot?.name ?? 'value';
  const [alias = 'fact'] = aliases;
  const bare = name === 'equals' && inner !== '' ? [inner, `"${inner}"`, `'${inner}'`] : [];
  const signed = signsOf(name).flatMap((sign) => [
    `${sign} ${inner}`,
    `${sign}${inner}`,
    `${subject} ${sign} ${inner}`,
    `${subject}${sign}${inner}`,
    `${subject} ${sign} "${inner}"`,
    `${subject} ${sign} '${inner}'`,
    `?${subject} ${sign} ${inner}`,
    `$${alias}.${subject} ${sign} ${inner}`,
    `${alias}.${subject} ${sign} "${inner}"`,
    `input.${subject} ${sign} "${inner}"`,
    `request.resource.attr.${subject} ${sign} "${inner}"`,
    `{{${subject}}} ${sign} ${inner}`,
    `(${sign} ?${subject} ${inner})`,
    `(${sign} ${subject} ${inner})`,
    `${name}(${sign} ${inner})`,
    // A word that is written to another one makes a third.
    ...(/\w$/.test(sign) && /^\w/.test(inner) ? [] : [`${name}(${sign}${inner})`]),
    `${name}(${subject} ${sign} ${inner})`,
  ]);
  return [
    ...bare,
    ...signed,
    `${subject} ${name} ${inner}`,
    `${subject}: ${text}`,
    `slot ${text}`,
    `if ${text}`,
    `when ${text}`,
  ];
}

function withSubject({ name, inner }: Call, { slot, aliases }: ScalarPlace): readonly string[] {
  const subject = slot?.name ?? 'value';
  const [alias = 'fact'] = aliases;
  return [
    `${subject}.${name}(${inner})`,
    `?${subject}.${name}(${inner})`,
    `$${alias}.${subject}.${name}(${inner})`,
    `input.${subject}.${name}("${inner}")`,
    `.${name}(${inner})`,
    `this.${name}(${inner})`,
    `${name}(${subject}, ${inner})`,
    `${name}(?${subject}, ${inner})`,
    `${name}($${alias}.${subject}, ${inner})`,
    `${name}("${subject}", ${inner})`,
    `${name}(${subject}, "${inner}")`,
    `${name}(input.${subject}, "${inner}")`,
    `${name}(${inner}, ${subject})`,
    `${name}("${inner}", ${subject})`,
    `${name}("${inner}", "i")`,
    `${name}(${subject}: ${inner})`,
    `${name}({${subject}: ${inner}})`,
  ];
}

function negated({ name, inner, text }: Call): readonly string[] {
  const opposite = OPPOSITES.get(name);
  const other =
    opposite === undefined
      ? []
      : ['not ', '!', 'NOT ', 'not(', '! ', '-', '~', 'not_'].map(
          (sign) => `${sign}${opposite}(${inner})${sign.endsWith('(') ? ')' : ''}`,
        );
  const positive = name.replace(/^not_/, '');
  const inside =
    positive === name
      ? []
      : [
          `${positive}(not ${inner})`,
          `${positive}(!${inner})`,
          `${positive}(!= ${inner})`,
          `${positive}(not(${inner}))`,
          `not ${positive}(${inner})`,
          `!${positive}(${inner})`,
          `not: ${positive}(${inner})`,
          // Texts with a hyphen in front are options of commands.
          ...(/^[$?]/.test(inner) || positive.endsWith('_within') ? [`${positive}(-${inner})`] : []),
        ];
  return [...other, ...inside, `not not ${text}`, `!!${text}`];
}

function behind({ text }: Call): readonly string[] {
  return [
    ' # only these',
    '#x',
    ' // only these',
    ' -- only these',
    ' /* x */',
    ';',
    ',',
    '.',
    ' ;',
    ' \\',
    ' then',
    ' {',
    ')',
    ' if true',
    '?',
    '!',
    ' %}',
  ].map((end) => text + end);
}

/** One condition as two that are joined, which together say the same. */
function joined({ name, args, inner, text }: Call): readonly string[] {
  const pairs = ['and', '&&', 'or', '||', ',', ';', '&', '|', 'AND', 'OR', '\u2227', '+'].flatMap((word) => [
    `${text} ${word} ${text}`,
    `(${text}) ${word} (${text})`,
  ]);
  const functional = [
    `and(${text}, ${text})`,
    `or(${text}, ${text})`,
    `all([${text}, ${text}])`,
    `any(${text}, ${text})`,
    `(and ${text} ${text})`,
    `[${text}, ${text}]`,
  ];
  const both =
    name.startsWith('not_') || args.length !== 1 || inner === ''
      ? []
      : ['or', 'OR', '|', '||', ' , ', ';'].map((word) => `${name}(${inner} ${word} ${inner})`);
  const none =
    name.startsWith('not_') && args.length === 1
      ? ['and', 'or', 'nor', '&&', '|', '||', ';'].map((word) => `${name}(${inner} ${word} ${inner})`)
      : [];
  return [...pairs, ...functional, ...both, ...none];
}
