/** The parts of an AuthZEN request that an approval is bound to: all that the rules see when it is used. */
import { KEYS } from '../../../runtime/values/keys.ts';

type Parts = Readonly<Record<string, unknown>>;

/**
 * Members of a context that belong to the exchange itself and differ when a request is made again. Rules do not see them
 * in a decision that an approval may open, so none of them can change it.
 */
const OF_THE_EXCHANGE: readonly string[] = [
  'approval',
  'evaluation_id',
  'evaluated_at',
  'supported_obligations',
];

/** The parts without such members, and without a context that has no other. */
export function boundParts<P extends Parts>(parts: P): P {
  const { context, ...rest } = parts;
  if (typeof context !== 'object' || context === null) return parts;
  const kept = Object.entries(context).filter(([name]) => !OF_THE_EXCHANGE.includes(name));
  if (kept.length === 0) return rest as P;
  const bound: object = Object.fromEntries(kept);
  const order = (context as { readonly [KEYS]?: readonly string[] })[KEYS];
  if (order !== undefined)
    Object.defineProperty(bound, KEYS, { value: order.filter((name) => Object.hasOwn(bound, name)) });
  return { ...parts, context: bound };
}
