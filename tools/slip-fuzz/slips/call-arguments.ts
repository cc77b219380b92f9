import type { ScalarPlace } from '../places/place.ts';
import type { Call } from './parse-call.ts';
import { slips, type Slip } from './slip.ts';

/** The arguments of a call as other languages write lists, ranges, patterns and wildcards. */
export function argumentSlips(call: Call, place: ScalarPlace): readonly Slip[] {
  return [
    ...slips('list spelled otherwise', lists(call)),
    ...slips('range spelled otherwise', ranges(call)),
    ...slips('pattern of another language', patterns(call, place)),
    ...slips('wildcard of another language', wildcards(call)),
  ];
}

function lists({ name, args }: Call): readonly string[] {
  const [only] = args;
  if (args.length !== 1 || only?.kind !== 'list') return [];
  const words = only.items.flatMap((item) =>
    item.kind === 'bare' || item.kind === 'quoted' ? [item.text] : [],
  );
  if (words.length !== only.items.length || words.length < 2) return [];
  const quoted = words.map((word) => `"${word}"`);
  const single = words.map((word) => `'${word}'`);
  const insides = [
    words.join(', '),
    quoted.join(', '),
    single.join(', '),
    words.join('; '),
    words.join(' | '),
    words.join(' or '),
  ];
  const equal = name.startsWith('not_') ? 'not_equals' : 'equals';
  const [joint, sign] = name.startsWith('not_') ? ['and', '!='] : ['or', '=='];
  return [
    ...insides.flatMap((inside) => [
      `${name}(${inside})`,
      `${name} (${inside})`,
      `${name} [${inside}]`,
      `${name}({${inside}})`,
      `${name}((${inside}))`,
      `${name}[${inside}]`,
      `[${inside}]`,
      `(${inside})`,
      `{${inside}}`,
      inside,
    ]),
    ...insides.flatMap((inside) => [
      // A list is equal to another one as a whole.
      ...(name.startsWith('has') ? [] : [`${equal}([${inside}])`]),
      `${equal}(${inside})`,
      `${name} ${inside}`,
      `${name.toUpperCase()} (${inside})`,
      `${name}(set(${inside}))`,
      `${name}([[${inside}]])`,
      `${name}(<${inside}>)`,
    ]),
    ...insides.slice(2).map((inside) => `${name}([${inside}])`),
    `${name}([${words.join(', ')},])`,
    `${name}([, ${words.join(', ')}])`,
    `${name}([${words.join(', ')})`,
    `${name}([${words.join(', ')}]`,
    `${name}("${words.join(',')}")`,
    `${name}("[${words.join(',')}]")`,
    `${name}(${words.join('|')})`,
    `${name}([- ${words.join(' - ')}])`,
    words.map((word) => `${equal}(${word})`).join(` ${joint} `),
    words.map((word) => `${sign} ${word}`).join(` ${joint} `),
    words.map((word) => `${equal}(${word})`).join(', '),
    `[${words.map((word) => `${equal}(${word})`).join(', ')}]`,
  ];
}

function ranges({ name, args }: Call): readonly string[] {
  const [low, high] = args.map((one) => (one.kind === 'bare' ? one.text : ''));
  if (name !== 'between' || low === undefined || high === undefined || low === '') return [];
  return ['..', '...', '-', ' - ', ' and ', ' to ', '; ', ' | ', ' ', '\u2013']
    .flatMap((sign) => [
      `between(${low}${sign}${high})`,
      `${low}${sign}${high}`,
      `between ${low}${sign}${high}`,
      `[${low}${sign}${high}]`,
    ])
    .concat(
      `between([${low}, ${high}])`,
      `between(>=${low}, <=${high})`,
      `>= ${low} and <= ${high}`,
      `${low} <= x <= ${high}`,
      `between(${high}, ${low})`,
    );
}

/** A regular expression with what encloses it in other languages. */
function patterns({ name, inner }: Call, { slot }: ScalarPlace): readonly string[] {
  if (!/^(?:not_)?matches$/.test(name)) return [];
  const subject = slot?.name ?? 'value';
  const enclosed = [
    `/${inner}/`,
    `/${inner}/i`,
    `r"${inner}"`,
    `r'${inner}'`,
    `R"(${inner})"`,
    `~${inner}~`,
    `#${inner}#`,
    `%r{${inner}}`,
    `m/${inner}/`,
    `m{${inner}}`,
    `'${inner}'`,
    `\`${inner}\``,
    `\u201c${inner}\u201d`,
    `@"${inner}"`,
  ];
  const more = [
    `"${inner}", ${subject}`,
    `${subject}, "${inner}"`,
    `${subject}, ${inner}`,
    `input.${subject}, "${inner}"`,
    `"${inner}", "i"`,
    `${inner}, i`,
    `"${inner}" i`,
    `re.compile("${inner}")`,
    `regex:${inner}`,
    `regex(${inner})`,
    `pattern: ${inner}`,
    `["${inner}"]`,
    `[${inner}, ${inner}]`,
    `"${inner}", "${inner}"`,
    `"${inner}" or "${inner}"`,
    `"${inner}" | "${inner}"`,
  ];
  const joined = ['or', 'OR', '||', 'and', '&&', ';', ','].map((word) => `${inner} ${word} ${inner}`);
  return [...enclosed, ...more, ...joined].map((one) => `${name}(${one})`);
}

/** Wildcards where an operator takes literal text. */
function wildcards({ name, args }: Call): readonly string[] {
  const [only] = args;
  if (args.length !== 1 || (only?.kind !== 'bare' && only?.kind !== 'quoted') || only.text === '') return [];
  const { text } = only;
  const withs = (...texts: readonly string[]): readonly string[] => texts.map((one) => `${name}(${one})`);
  switch (name.replace(/^not_/, '')) {
    case 'starts_with':
      return withs(`${text}*`, `${text}%`, `^${text}`, `${text}.*`, `${text}**`, `^${text}.*`);
    case 'ends_with':
      return withs(`*${text}`, `%${text}`, `${text}$`, `.*${text}`, `**${text}`, `.*${text}$`);
    case 'contains':
      return withs(`*${text}*`, `%${text}%`, `.*${text}.*`, `^${text}`, `${text}$`, `/${text}/i`);
    case 'equals':
      return withs(`^${text}$`, `\\b${text}\\b`, `(?i)${text}`);
    case 'glob':
      return withs(text.replaceAll('*', '%'), `^${text}$`).filter((one) => one !== `${name}(${text})`);
    case 'path_within':
      // With a slash behind it, it is the same folder.
      return withs(`${text}/*`, `${text}/**`, `${text}/**/*`, `file://${text}`, `^${text}`, `${text}%`);
    case 'host_within':
      // Letters in either case are the same host.
      return withs(
        `*.${text}`,
        `https://${text}`,
        `.${text}`,
        `${text}/`,
        `${text}:443`,
        `**.${text}`,
        `^${text}$`,
      );
    case 'in_cidr':
      return withs(
        text.replace('/', ' / '),
        `${text.split('.').slice(0, 2).join('.')}.*`,
        `${text.split('/')[0] ?? ''} 255.0.0.0`,
      );
    default:
      return [];
  }
}
