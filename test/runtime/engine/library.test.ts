import { expect, it } from 'vitest';
import { Engine, ValidationError } from 'ferrule';
import { GATE } from './compiled.ts';

it('the package is the library', async () => {
  const engine = await Engine.fromSources([{ path: 'gate.yaml', text: GATE }]);
  expect(
    engine.evaluate({ scoped: true, facts: [{ template: 'person', data: { name: 'Ann', role: 'admin' } }] }),
  ).toMatchObject({
    decision: 'allow',
    reason: 'Ann is an admin',
  });
  expect(() => engine.assertFact('person', {})).toThrow(ValidationError);
});

it('a ruleset without a name of its own takes the one given', async () => {
  const rules = 'templates: [{ name: a, slots: [{ name: x, type: string }] }]';
  expect((await Engine.fromSources([{ path: 'a.yaml', text: rules }], { name: 'desk' })).name).toBe('desk');
});
