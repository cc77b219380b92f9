/** The search for a set of regular expressions in a slot of the fact `f`. */
import { compileRegexSet } from '../../../language/regex/compile-regex.ts';
import type { RegexSetId } from '../../../plan/ids.ts';
import { code, comment, identifier, lines, type Code } from '../code/code.ts';
import { slotOf } from '../context.ts';
import { programLiteral } from '../expression/program-literal.ts';
import type { NetworkContext } from './network-context.ts';
import { elementAt } from '../../../required.ts';

/** The constant that holds the patterns; a line above it for each, with its bit. */
function setConstant(context: NetworkContext, id: RegexSetId): Code {
  const known = context.regexSets.get(id);
  if (known !== undefined) return known;
  const { plan } = context;
  const { patterns } = elementAt(plan.regexSets, id);
  const told = patterns.map((pattern, place) => comment(`${2 ** place}: ${pattern}`));
  const program = programLiteral(compileRegexSet(patterns));
  const made = context.constant(
    'patterns',
    code`${context.value('createRegexSet')}(${program})`,
    lines(told),
  );
  context.regexSets.set(id, made);
  return made;
}

/** The patterns that the fact has, as bits. */
export function foundBits(context: NetworkContext, id: RegexSetId): Code {
  const { plan } = context;
  const { template, slot } = elementAt(plan.regexSets, id);
  const text = code`f.${slotOf(context, template, slot).name}`;
  return code`${context.value('regexSetMatches')}(${setConstant(context, id)}, ${text})`;
}

/** Variable of these bits in the function that matches a fact. */
export function foundName({ plan }: NetworkContext, id: RegexSetId): Code {
  return identifier(elementAt(plan.names.regexSets, id));
}
