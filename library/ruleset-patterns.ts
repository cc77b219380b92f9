const SUFFIX = /\.ya?ml$/;
const compiled = new Map<string, RegExp>();
const MOST_COMPILED = 10_000;

/** True if one of the patterns matches the ruleset: `*` and `?` stay within a folder, `**` does not; null matches all. */
export function allowsRuleset(patterns: readonly string[] | null, name: string): boolean {
  if (patterns === null) return true;
  const plain = name.replace(SUFFIX, '');
  return patterns.some((pattern) => expressionOf(pattern).test(plain));
}

function expressionOf(pattern: string): RegExp {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    if (compiled.size >= MOST_COMPILED) compiled.clear();
    expression = new RegExp(patternSource(pattern), 'u');
    compiled.set(pattern, expression);
  }
  return expression;
}

/** A regular expression over names without their suffix, with the same meaning in JavaScript and PostgreSQL. */
export function patternSource(pattern: string): string {
  return `^${toSource(pattern.replace(SUFFIX, ''))}$`;
}

function toSource(pattern: string): string {
  return pattern.replace(/\*\*|[*?]|[\\^$.|+()[\]{}/]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : `\\${part}`;
  });
}
