import { onlySelector, type InputPath } from '../../language/input/input-path.ts';
import { patternsOf } from '../../left-side.ts';
import type { Checked, Pass } from '../checked.ts';

/** True for a path into the approval that a gate puts in the document of a call. */
function leadsToApproval({ root, segments: [first] }: InputPath): boolean {
  return root === '$' && first !== undefined && onlySelector(first) === 'approval';
}

/** True if the rules can see that a person approved: by a fact of the host, or by the document of a call. */
function readsApproval({ input, rules, templates }: Checked): boolean {
  const paths = input.flatMap(({ each, slots }) => [...each, ...slots.map(({ path }) => path)]);
  if (paths.some(leadsToApproval)) return true;
  return rules.some(({ when }) =>
    patternsOf(when).some(({ template }) => templates.get(template)?.from === 'host'),
  );
}

/**
 * Warns of rules that escalate a request for ever. Gates, proxies and AuthZEN evaluate a request again with its approval, and
 * they use only rulesets with `input`. A document of the short form gets no warning, because its members are declared.
 */
export const checkApprovals: Pass = (checked, report) => {
  const escalating = checked.rules.find(({ then }) => then.action === 'escalate');
  const takesDocument = [...checked.templates.values()].some(({ from }) => from === 'document');
  if (checked.input.length > 0 && !takesDocument && escalating !== undefined && !readsApproval(checked))
    report.add('escalation-without-approval', escalating.at, { name: escalating.name });
  return checked;
};
