import type { Words } from './words.ts';

export function fishScript({ commands, first, second }: Words): string {
  const names = first.map(
    ({ word, help }) => `complete -c ferrule -n '__ferrule_at 1' -f -a ${word} -d ${quote(help)}`,
  );
  const afterHelp = first.map(
    ({ word, help }) => `complete -c ferrule -n '__ferrule_is help' -f -a ${word} -d ${quote(help)}`,
  );
  const followers = [...second].flatMap(([word, next]) =>
    next.map(
      (one) =>
        `complete -c ferrule -n '__ferrule_at 2; and __ferrule_is ${word}' -f -a ${one.word} -d ${quote(one.help)}`,
    ),
  );
  const options = commands.flatMap(({ name, options }) =>
    options.map(({ word, help, value }) => {
      const kind = { none: '', file: ' -r -F', text: ' -x' }[value];
      return `complete -c ferrule -n '__ferrule_is ${name}' -l ${word.slice(2)}${kind} -d ${quote(help)}`;
    }),
  );
  return `# Completion of ferrule for fish.
function __ferrule_at
    test (count (commandline -opc)) -eq $argv[1]
end
function __ferrule_is
    set -l words (commandline -opc)
    set -l last (math (count $argv) + 1)
    test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
end
${[...names, ...afterHelp, ...followers, ...options].join('\n')}
`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
