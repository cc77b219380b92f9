import type { CommandWords, OptionWord, Words } from './words.ts';

export function zshScript({ commands, first, second }: Words): string {
  const groups = [...second].map(
    ([word, next]) => `      ${word})
        if (( CURRENT == 3 )); then
          local -a followers=(${next.map(described).join(' ')})
          _describe command followers
          return
        fi
        command="$command $words[3]"
        ;;`,
  );
  return `#compdef ferrule
# Completion of ferrule for zsh.
_ferrule() {
  local command=$words[2]
  if (( CURRENT == 2 )) || { [[ $command == help ]] && (( CURRENT == 3 )) }; then
    local -a names=(${first.map(described).join(' ')})
    _describe command names
    return
  fi
  case $command in
${groups.join('\n')}
  esac
  local -i skipped=\${#\${(z)command}}
  words=(ferrule $words[skipped+2,-1])
  (( CURRENT -= skipped ))
  case $command in
${commands.map(optionCase).join('\n')}
  esac
}
compdef _ferrule ferrule
`;
}

function optionCase({ name, options }: CommandWords): string {
  return `    ${quote(name)}) _arguments ${options.map(specification).join(' ')} '*:file:_files' ;;`;
}

function specification({ word, help, value }: OptionWord): string {
  const label = `${word}[${help.replace(/[[\]\\:]/g, '\\$&')}]`;
  const follows = { none: '', file: ':file:_files', text: ':value: ' }[value];
  return quote(label + follows);
}

function described({ word, help }: { readonly word: string; readonly help: string }): string {
  return quote(`${word}:${help.replaceAll(':', '\\:')}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
