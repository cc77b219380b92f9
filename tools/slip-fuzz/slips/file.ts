import { slips, type Slip } from './slip.ts';

/** A whole YAML file as editors, systems and language models leave it. */
export function fileSlips(text: string): readonly Slip[] {
  return [
    ...slips('file: line ends', [
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      text.replaceAll('\n', '\n\r'),
      text.replace('\n', '\r\n'),
      text.replaceAll('\n', '\u2028'),
      text.replaceAll('\n', '\u0085'),
      text.replace(/\n$/, ''),
    ]),
    ...slips('file: marks', [
      `\ufeff${text}`,
      `\ufeff\ufeff${text}`,
      `\u200b${text}`,
      `\u00a0${text}`,
      `${text}\u001a`,
      `${text}\0`,
      `${text}\ufeff`,
    ]),
    ...slips('file: spaces', [
      text.replaceAll(/^( +)/gm, (indent) => '\t'.repeat(indent.length / 2)),
      text.replaceAll(/^( +)/gm, (indent) => '\u00a0'.repeat(indent.length)),
      text.replaceAll(/^( *(?:- )?[\w-]+): (?=\S)/gm, '$1:\t'),
      text.replaceAll(/- (?=\S)/g, '-\t'),
      text.replaceAll('\n', '  \n'),
      text.replaceAll('\n', '\t\n'),
      text.replaceAll(/: (?=\S)/g, ':\u00a0'),
      text.replaceAll(/- (?=\S)/g, '-\u00a0'),
      text.replaceAll('\n', '\n\n'),
      text.replaceAll('\n', '\n \n'),
      text.replaceAll(/^/gm, '  '),
      text.replaceAll(/^( *(?:- )?[\w-]+): /gm, '$1 : '),
      text.replaceAll(/: (?=\S)/g, ':'),
    ]),
    ...slips('file: what stands around', [
      `\`\`\`yaml\n${text}\`\`\`\n`,
      `\`\`\`\n${text}\`\`\`\n`,
      `Here is the ruleset:\n\n${text}`,
      `Here is the ruleset\n\n${text}`,
      `${text}\nThis ruleset denies by default.\n`,
      `${text}\nNote: it denies by default.\n`,
      `---\n${text}`,
      `---\n${text}...\n`,
      `${text}---\n`,
      `%YAML 1.2\n---\n${text}`,
      `%YAML 1.1\n---\n${text}`,
      `ruleset:\n${text.replaceAll(/^(?=.)/gm, '  ')}`,
      `- ${text.replaceAll('\n', '\n  ')}`,
      `policy:\n${text.replaceAll(/^(?=.)/gm, '  ')}`,
      `{\n${text}}\n`,
      `${text}${text}`,
      `${text}---\n${text}`,
      `<<<<<<< HEAD\n${text}=======\n>>>>>>> branch\n`,
      `"${text}"`,
      `|\n${text.replaceAll(/^(?=.)/gm, '  ')}`,
      `// rules\n${text}`,
      `; rules\n${text}`,
      `/* rules */\n${text}`,
      `-- rules\n${text}`,
      `#!yaml\n${text}`,
    ]),
  ];
}

/** A CSV file as spreadsheets write it. */
export function csvSlips(text: string): readonly Slip[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const [header = '', ...rows] = lines;
  const all = (change: (line: string) => string): string => `${lines.map(change).join('\n')}\n`;
  const outside = (line: string, sign: string): string =>
    line.replaceAll(/("(?:[^"]|"")*")|,/g, (whole, quoted: string | undefined) => quoted ?? sign);
  const columns = header.split(',').length;
  return [
    ...slips(
      'csv: separators',
      [';', '\t', '|', ', ', ' , ', ' ', '\uff0c'].map((sign) => all((line) => outside(line, sign))),
    ),
    ...slips('csv: line ends', [
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      text.replaceAll('\n', '\n\r'),
      text.replace(/\n$/, ''),
      text.replaceAll('\n', '\u2028'),
    ]),
    ...slips('csv: marks', [
      `\ufeff${text}`,
      `\ufeff\ufeff${text}`,
      `sep=,\n${text}`,
      `sep=;\n${all((line) => outside(line, ';'))}`,
      `# rows\n${text}`,
      `\n${text}`,
      `\u200b${text}`,
      `${text}\u001a`,
      `\`\`\`csv\n${text}\`\`\`\n`,
      `"${text}"`,
      `${text}\0`,
    ]),
    ...slips('csv: empty rows and columns', [
      `${text}\n`,
      `${text}${','.repeat(columns - 1)}\n`,
      `${header}\n${','.repeat(columns - 1)}\n${rows.join('\n')}\n`,
      all((line) => `${line},`),
      all((line) => `,${line}`),
      `${text} \n`,
      `${text}${'""' + ',""'.repeat(columns - 1)}\n`,
      `${text}${' ,'.repeat(columns - 1)} \n`,
      `${text}\u00a0\n`,
      `${text}#\n`,
      `${text}-- end\n`,
      `${text}"\n`,
      `${text}Total${','.repeat(columns - 1)}\n`,
      `${text}${'-,'.repeat(columns - 1)}-\n`,
    ]),
    ...slips('csv: header', [
      `${header.toUpperCase()}\n${rows.join('\n')}\n`,
      `${header.replaceAll(',', ', ')}\n${rows.join('\n')}\n`,
      `${rows.join('\n')}\n`,
      `${header}\n${header}\n${rows.join('\n')}\n`,
      `${header.replaceAll('$', '')}\n${rows.join('\n')}\n`,
      `${header.replaceAll('_', ' ')}\n${rows.join('\n')}\n`,
      `"${header}"\n${rows.join('\n')}\n`,
      `'${header}\n${rows.join('\n')}\n`,
      `${header
        .split(',')
        .map((name) => `"${name}"`)
        .join(',')}\n${rows.join('\n')}\n`,
      `# ${header}\n${rows.join('\n')}\n`,
    ]),
  ];
}
