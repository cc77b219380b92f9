import * as z from 'zod/mini';
import { checkShape } from './schema-problems.ts';
import type { WrittenSettlement } from './suite-schema.ts';
import type { Complain, GivenSettlement, Path } from './suite.ts';
import { readInteger } from './whole-number.ts';

const Amounts = z.array(
  z.strictObject({
    budget: z.string(),
    key: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    amount: z.unknown(),
  }),
);

/** The amounts that a step commits, or its release. */
export function readSettlement(written: WrittenSettlement, path: Path, complain: Complain): GivenSettlement {
  const { commit, release } = written;
  if ((commit === undefined) === (release === undefined))
    complain(path, 'must be { commit: AMOUNT } or { release: true }');
  if (commit === undefined) return { kind: 'release' };
  const at = [...path, 'commit'];
  if (!Array.isArray(commit)) return { kind: 'commit', amount: readInteger(commit, at, complain) };
  const amounts = checkShape(Amounts, commit, at, complain) ?? [];
  return {
    kind: 'commit-keys',
    amounts: amounts.map(({ budget, key, amount }, i) => ({
      budget,
      key: JSON.stringify(key),
      amount: readInteger(amount, [...at, i, 'amount'], complain),
    })),
  };
}
