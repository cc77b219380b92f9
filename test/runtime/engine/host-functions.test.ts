import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { EvaluationError, FerruleError } from '../../../runtime/engine/errors.ts';
import { compiled } from './compiled.ts';

let ruleset: CompiledRuleset;
beforeAll(async () => {
  ruleset = await compiled(`
templates: [{ name: request, slots: [{ name: user, type: string }] }]
rules:
  - name: trusted
    when: [{ template: request, conditions: [{ slot: user, bind: "?u" }, { test: "(service-trusts ?u)" }] }]
    then: { action: allow, reason: "{u} is trusted", attestation: true }
`);
});

const FACTS = [{ template: 'request', data: { user: 'Ann' } }];

describe('host functions', () => {
  it('are called by rules', () => {
    const asked: unknown[] = [];
    const engine = new Engine(ruleset, {
      functions: {
        'service-trusts': (user) => {
          asked.push(user);
          return true;
        },
      },
    });
    expect(engine.evaluate({ scoped: true, facts: FACTS }).reason).toBe('Ann is trusted');
    expect(asked).toEqual(['Ann']);
  });

  it('may be registered later, and replaced', () => {
    const engine = new Engine(ruleset);
    expect(() => engine.evaluate({ scoped: true, facts: FACTS })).toThrow(EvaluationError);
    engine.registerFunction('service-trusts', () => false);
    expect(engine.evaluate({ scoped: true, facts: FACTS }).decision).toBe('deny');
    engine.registerFunction('service-trusts', () => true);
    expect(engine.evaluate({ scoped: true, facts: FACTS }).decision).toBe('allow');
  });

  it('that throw fail the evaluation', () => {
    const engine = new Engine(ruleset);
    engine.registerFunction('service-trusts', () => {
      throw new Error('directory is down');
    });
    expect(() => engine.evaluate({ scoped: true, facts: FACTS })).toThrow('directory is down');
    expect(engine.size).toBe(0);
  });

  it.each([
    ['of one second', false, false],
    ['across two seconds', true, false],
    ['of one that is attested, across two seconds', true, true],
  ])('count in the duration, %s', (_, across, attested) => {
    let inside = 0;
    const engine = new Engine(ruleset, {
      ...(attested ? { attest: (result) => String(result.durationUs) } : {}),
      functions: {
        'service-trusts': () => {
          const [second, nanosecond] = process.hrtime();
          const until = nanosecond + 2e6;
          for (let now = [second, nanosecond]; ; now = process.hrtime()) {
            inside = (now[0]! - second) * 1e6 + (now[1]! - nanosecond) / 1e3;
            if (across ? now[0]! > second : now[0]! > second || now[1]! >= until) return true;
          }
        },
      },
    });
    const started = process.hrtime();
    const { durationUs, attestationToken } = engine.evaluate({ scoped: true, facts: FACTS });
    const [seconds, nanoseconds] = process.hrtime(started);
    expect(attestationToken).toBe(attested ? String(durationUs) : null);
    expect(Number.isInteger(durationUs)).toBe(true);
    expect(durationUs).toBeGreaterThanOrEqual(Math.floor(inside));
    expect(durationUs).toBeLessThanOrEqual(Math.ceil(seconds * 1e6 + nanoseconds / 1e3));
  });

  it('must not use the engine that calls them', () => {
    const engine: Engine = new Engine(ruleset);
    const uses = [
      () => engine.evaluate({ scoped: true }),
      () => engine.assertFact('request', { user: 'Bob' }),
      () => engine.retract('request'),
      () => engine.clearFacts(),
      () => engine.reset(),
      () => engine.swap(ruleset),
    ];
    for (const use of uses) {
      engine.registerFunction('service-trusts', () => {
        use();
        return true;
      });
      expect(() => engine.evaluate({ scoped: true, facts: FACTS })).toThrow(
        'a host function must not use it',
      );
    }
    engine.registerFunction('service-trusts', () => true);
    expect(engine.evaluate({ scoped: true, facts: FACTS }).decision).toBe('allow');
  });

  it.each(['trusts', 'service-', 'service-a b', 'service-now', 'service-matches'])(
    'cannot be named %j',
    (name) => {
      expect(() => new Engine(ruleset).registerFunction(name, () => true)).toThrow(FerruleError);
    },
  );

  it('must be functions', () => {
    expect(() => new Engine(ruleset, { functions: { 'service-x': 3 as never } })).toThrow(FerruleError);
  });
});

it.each([[{ firings: -1 }], [{ facts: NaN }], [{ loopSteps: 'many' }]])('limits %o are refused', (limits) => {
  expect(() => new Engine(ruleset, { limits: limits as never })).toThrow(FerruleError);
});

it('a ruleset of another ABI is refused', () => {
  const foreign = { ...ruleset, abi: 0 };
  expect(() => new Engine(foreign)).toThrow('another version of the runtime');
  const engine = new Engine(ruleset);
  expect(() => engine.swap(foreign)).toThrow('another version of the runtime');
});
