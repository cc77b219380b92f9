import type { Property } from './property.ts';
import { decisionProblem } from './decisions.ts';
import type { WrittenProperty } from './suite-schema.ts';
import type { Complain, Path } from './suite.ts';

/** Kinds of properties: exactly one of these keys. */
const KINDS = ['never', 'monotone', 'order_independent'] as const;

/** A property; null (reported) if it claims nothing or several things. */
export function readProperty(written: WrittenProperty, path: Path, complain: Complain): readonly Property[] {
  const { name, never, when, monotone, under } = written;
  const short = {
    ...(written.if === undefined ? {} : { if: written.if }),
    ...(written.for === undefined ? {} : { for: written.for }),
  };
  const [shortKey] = Object.keys(short);
  const kinds = KINDS.filter((kind) => written[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    complain(path, 'a property has one of `never`, `monotone` and `order_independent`');
    return [];
  }
  if (when !== undefined && kind !== 'never') complain([...path, 'when'], '`when` belongs to `never`');
  if (shortKey !== undefined && kind !== 'never')
    complain([...path, shortKey], `\`${shortKey}\` belongs to \`never\``);
  if (shortKey !== undefined && when !== undefined)
    complain([...path, shortKey], `\`when\` cannot be combined with \`${shortKey}\``);
  if (under !== undefined && kind !== 'monotone')
    complain([...path, 'under'], '`under` belongs to `monotone`');
  const decision = never?.decision ?? monotone;
  const problem = decision === undefined ? null : decisionProblem(decision);
  if (problem !== null) complain([...path, kind], problem);
  if (never !== undefined)
    return [
      {
        kind: 'never',
        name,
        path,
        decision: never.decision,
        when: shortKey === undefined ? (when === undefined ? null : { when }) : short,
      },
    ];
  if (monotone === undefined) return [{ kind: 'order-independent', name, path }];
  if (under === undefined) complain(path, '`monotone` needs `under`, a list of { add: TEMPLATE }');
  return [{ kind: 'monotone', name, path, decision: monotone, added: (under ?? []).map(({ add }) => add) }];
}
