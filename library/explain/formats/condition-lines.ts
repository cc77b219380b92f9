/** Failed conditions of the document, as an author of a short rule wrote them. */
import type { ExplainedFact, Explanation, Stuck } from '../explanation.ts';
import { factText, failureText, placeText } from './words.ts';

/** The condition with the values that decide it; null for an element that is not about the document. */
export function conditionLines(
  { facts }: Explanation,
  stuck: Stuck,
  indent: string,
): readonly string[] | null {
  const { kind, candidates, condition, missing = [], path } = stuck;
  const at = placeText(stuck.place);
  const places = candidates.flatMap(({ fact }) => facts[fact - 1] ?? []).filter(isPlace);
  const isOfDocument = path !== undefined || (kind === 'not' && places.length > 0);
  if (!isOfDocument || places.length < candidates.length) return null;
  const failed = new Set(candidates.flatMap((one) => one.failed.map(failureText)));
  if (kind === 'pattern' && failed.size > 0) return [...failed].map((text) => `${indent}${text}  ${at}`);
  const values = [...new Set([...places.filter(hasData).map(factText), ...missing.map(missingValue)])];
  const why = values.length === 0 ? '' : `: ${values.join(', ')}`;
  return [`${indent}${conditionText(stuck, condition)}${why}  ${at}`];
}

const isPlace = ({ path }: ExplainedFact): boolean => path !== undefined;
const hasData = ({ data }: ExplainedFact): boolean => Object.keys(data).length > 0;

function conditionText({ kind, unwanted, path }: Stuck, condition: string | undefined): string {
  if (condition === undefined)
    return kind === 'not' ? 'a value exists that must not exist' : `nothing matches ${path ?? 'input'}`;
  return `${condition} ${unwanted === true ? 'holds' : 'does not hold'}`;
}

/** `input.rows is missing`, `input.rows is a text` */
function missingValue(text: string): string {
  const [, path = text, problem = 'missing'] = /^(.*) \(([^()]*)\)$/s.exec(text) ?? [];
  return `${path} is ${problem}`;
}
