import { expect, test } from 'vitest';
import {
  EMPTY_ROOT,
  Frontier,
  inclusionProof,
  leafHash,
  rangeHash,
  rootOfProof,
} from '../../evidence/tree.ts';

/** The tree that implementations of Certificate Transparency test with. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(Buffer.from(hex, 'hex')));
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const known = (from: number, to: number): Buffer | null => (to - from === 1 ? LEAVES[from]! : null);

test('roots are those of RFC 9162', () => {
  expect(EMPTY_ROOT.toString('hex')).toMatch(/^e3b0c442/);
  expect(new Frontier().root()).toEqual(EMPTY_ROOT);
  const frontier = new Frontier();
  for (const [i, leaf] of LEAVES.entries()) {
    frontier.push(leaf);
    expect(frontier.root().toString('hex')).toBe(ROOTS[i]);
    expect(rangeHash(0, i + 1, known).toString('hex')).toBe(ROOTS[i]);
  }
});

test('a frontier goes on from its roots, of the right number', () => {
  for (let size = 0; size <= LEAVES.length; size++) {
    const first = new Frontier();
    for (const leaf of LEAVES.slice(0, size)) first.push(leaf);
    const second = new Frontier(size, first.roots);
    for (const leaf of LEAVES.slice(size)) second.push(leaf);
    expect(second.root().toString('hex')).toBe(ROOTS.at(-1));
  }
  expect(() => new Frontier(3, [EMPTY_ROOT])).toThrow(RangeError);
});

test('every proof leads to the root, and to nothing else', () => {
  for (let size = 1; size <= LEAVES.length; size++) {
    for (let index = 0; index < size; index++) {
      const proof = inclusionProof(index, size, known);
      const root = rootOfProof(LEAVES[index]!, index, size, proof);
      expect(root?.toString('hex')).toBe(ROOTS[size - 1]);
      const other = rootOfProof(EMPTY_ROOT, index, size, proof)?.toString('hex');
      expect(other).not.toBe(ROOTS[size - 1]);
      expect(rootOfProof(LEAVES[index]!, index, size, [...proof, EMPTY_ROOT])).toBeNull();
      if (proof.length > 0) expect(rootOfProof(LEAVES[index]!, index, size, proof.slice(1))).toBeNull();
    }
  }
  expect(rootOfProof(LEAVES[0]!, 1, 1, [])).toBeNull();
});
