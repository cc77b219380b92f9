/** Why a rule that closes fired, as far as it could not know something. */
const PROBLEM = /^(.*) \(([^()]*)\)$/s;

/** For a text that a function cannot read: the kind of text that it is not, and the text. */
const UNREADABLE = /^(.*?) \((not a \w+|no part -?\d+): (.*)\)$/s;

/** One sentence for an entry of `missing`, with the fix where a missing value can be excused. */
export function missingText(missing: string): string {
  const [, read, lacks, text] = UNREADABLE.exec(missing) ?? [];
  if (read !== undefined && lacks !== undefined)
    return `fired because ${read} ${lacks.startsWith('no ') ? 'has' : 'is'} ${lacks}: ${text}`;
  const [, path = missing, problem] = PROBLEM.exec(missing) ?? [];
  if (problem === undefined)
    return `fired because ${path} is missing; ${fixFor(path)} if its absence is fine`;
  if (problem === 'no key') return `fired because ${path} has no such key`;
  return `fired because ${path} is ${problem}`;
}

/** Items and keys are named in the rule, so that the path below the document is not what the rule writes. */
const fixFor = (path: string): string =>
  /\[(?:\d+|\*|masked|"(?:[^"\\]|\\.)*")\]/.test(path) ? 'write `?` after its path' : `write \`${path}?\``;
