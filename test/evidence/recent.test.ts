import { expect, test } from 'vitest';
import { RecentDecisions, type DecisionToKeep } from '../../evidence/recent.ts';

const MEBIBYTE = 1024 ** 2;

function decision(i: number, text = `{"reason":"für ${i} 🦊"`): DecisionToKeep {
  const id = `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`;
  return { id, text, later: null, secret: i % 2 === 0, bytes: text.length };
}

test('the last decisions come back as they were, oldest first', () => {
  const recent = new RecentDecisions(1_000, 64 * MEBIBYTE, false);
  for (let i = 0; i < 5_000; i++) recent.add(decision(i));
  const all = recent.all();
  expect(all).toHaveLength(1_000);
  expect(all[0]).toEqual({ id: decision(4_000).id, record: '{"reason":"für 4000 🦊"}', secret: true });
  expect(all.at(-1)).toEqual({ id: decision(4_999).id, record: '{"reason":"für 4999 🦊"}', secret: false });
});

test('costly parts are written on the first read', () => {
  const recent = new RecentDecisions(10, MEBIBYTE, true);
  let written = 0;
  const later = (): string => `,"input":[${++written}]`;
  recent.add({ ...decision(1, '{"reason":null'), later });
  expect(written).toBe(0);
  expect(recent.all()[0]?.record).toBe('{"reason":null,"input":[1]}');
  expect(recent.takeFresh()[0]?.record).toBe('{"reason":null,"input":[2]}');
  expect(recent.takeFresh()).toEqual([]);
});

test('no more is kept than may be, of texts and of bodies that are yet to be written', () => {
  const texts = new RecentDecisions(1_000, 8 * MEBIBYTE, false);
  for (let i = 0; i < 100; i++) texts.add(decision(i, 'x'.repeat(MEBIBYTE)));
  expect(texts.all().length).toBeLessThanOrEqual(8);
  expect(texts.all().at(-1)?.id).toBe(decision(99).id);
  const bodies = new RecentDecisions(1_000, 8 * MEBIBYTE, false);
  for (let i = 0; i < 100; i++) bodies.add({ ...decision(i), later: () => '', bytes: MEBIBYTE });
  expect(bodies.all().length).toBeLessThanOrEqual(9);
  expect(bodies.all().at(-1)?.id).toBe(decision(99).id);
});
