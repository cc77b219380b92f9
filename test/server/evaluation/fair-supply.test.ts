import { describe, expect, test } from 'vitest';
import { FairSupply } from '../../../library/queues/fair-supply.ts';

interface Compilations {
  readonly supply: FairSupply<string>;
  /** Names in the order in which their compilations began. */
  readonly begun: readonly string[];
  /** Ends the compilation that is under way. */
  readonly end: (error?: Error) => Promise<void>;
}

function compilations(): Compilations {
  const begun: string[] = [];
  let settle = (_: Error | undefined): void => undefined;
  const supply = new FairSupply<string>((name) => {
    begun.push(name);
    return new Promise((resolve, reject) => {
      settle = (error) => (error === undefined ? resolve(`${name} ${begun.length}`) : reject(error));
    });
  });
  const end = async (error?: Error): Promise<void> => {
    settle(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { supply, begun, end };
}

describe('compilations that requests wait for', () => {
  test('begin with every first of an actor before any second', async () => {
    const { supply, begun, end } = compilations();
    for (const name of ['a', 'b', 'c', 'd']) void supply.bring(name, 'greedy');
    void supply.bring('x', 'modest');
    for (let i = 0; i < 4; i++) await end();
    expect(begun).toEqual(['a', 'b', 'x', 'c', 'd']);
  });

  test('are had in the own turn by who joins those of another actor', async () => {
    const { supply, begun, end } = compilations();
    for (const name of ['a', 'b', 'c', 'd']) void supply.bring(name, 'greedy');
    const mine = supply.bring('d', 'modest');
    for (let i = 0; i < 4; i++) await end();
    expect(begun).toEqual(['a', 'b', 'd', 'c']);
    expect(await mine).toBe('d 3');
  });

  test('are shared until they begin, and not afterwards', async () => {
    const { supply, begun, end } = compilations();
    const first = supply.bring('a', 'x');
    const later = [supply.bring('a', 'x'), supply.bring('a', 'y')];
    await end();
    await end();
    expect(begun).toEqual(['a', 'a']);
    expect(await first).toBe('a 1');
    expect(await Promise.all(later)).toEqual(['a 2', 'a 2']);
  });

  test('that fail leave the next their turn', async () => {
    const { supply, begun, end } = compilations();
    const failed = supply.bring('a', 'x').catch((error: Error) => error.message);
    const other = supply.bring('b', 'x');
    await end(new Error('no'));
    await end();
    expect([await failed, await other, begun]).toEqual(['no', 'b 2', ['a', 'b']]);
  });

  test('are refused to an actor beyond 64 that wait', async () => {
    const { supply } = compilations();
    const refused = (name: string, actor: string): Promise<unknown> =>
      Promise.race([
        supply.bring(name, actor).catch((error: { readonly code: string }) => error.code),
        new Promise((resolve) => setImmediate(() => resolve('waits'))),
      ]);
    for (let n = 0; n < 65; n++) void supply.bring(`r${n}`, 'greedy');
    expect(await refused('one-more', 'greedy')).toBe('overloaded');
    expect(await refused('r40', 'greedy')).toBe('waits');
    expect(await refused('one-more', 'modest')).toBe('waits');
  });
});
