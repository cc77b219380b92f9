import type { Words } from './words.ts';

/** For bash from 3.2 on, which macOS has. */
export function bashScript({ commands, first, second }: Words): string {
  const names = first.map(({ word }) => word).join(' ');
  const followers = [...second].map(
    ([word, next]) => `    ${word}) __ferrule_words "${next.map((one) => one.word).join(' ')}"; return ;;`,
  );
  const options = commands.map(
    ({ name, options }) => `    ${quoted(name)}) options="${options.map(({ word }) => word).join(' ')}" ;;`,
  );
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ value }) => value !== 'none')
      .map(
        ({ word, value }) =>
          `    ${quoted(`${name} ${word}`)}) ${value === 'file' ? '__ferrule_files' : ':'}; return ;;`,
      ),
  );
  return `# Completion of ferrule for bash.
__ferrule_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$current")
}
__ferrule_files() {
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
}
_ferrule() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} at=1 options=""
  COMPREPLY=()
  if [ "$command" = help ] && [ "$COMP_CWORD" -gt 1 ]; then
    at=2
    command=\${COMP_WORDS[2]}
  fi
  if [ "$COMP_CWORD" -eq "$at" ]; then
    __ferrule_words "${names}"
    return
  fi
  if [ "$COMP_CWORD" -eq "$((at + 1))" ]; then
    case $command in
${followers.join('\n')}
    esac
  fi
  [ "$at" -eq 2 ] && return
  case $command in
    ${[...second.keys()].map(quoted).join('|') || "''"}) command="$command \${COMP_WORDS[2]}" ;;
  esac
  case "$command $before" in
${values.join('\n')}
  esac
  case $command in
${options.join('\n')}
  esac
  case $current in
    -*) __ferrule_words "$options" ;;
    *) __ferrule_files ;;
  esac
}
complete -F _ferrule ferrule
`;
}

/** Names of commands and options are of letters, digits, dashes and blanks. */
function quoted(name: string): string {
  return `'${name}'`;
}
