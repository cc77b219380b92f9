/** `shell(path)`: rules over the commands of a command line. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../library/node/engine.ts';

const engineOf = (text: string): Promise<Engine> =>
  Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });

const POLICY = `
default: deny
rules:
  reads:
    allow: reads
    if:
      - exists(c in shell(input.line))
      - forall(c in shell(input.line), c.program in ["ls", "cat"] and size(c.writes) == 0 and not c.dynamic)
  pushes:
    escalate: pushes
    if: exists(c in shell(input.line), c.program == "git" and "push" in c.args)
`;

const LONG = `
default: allow
templates:
  - name: command
    slots:
      - { name: program, type: string, default: "?" }
      - { name: args, type: string, list: true }
input:
  - { template: command, each: shell($.line), slots: { program: "@.program", args: "@.args" } }
rules:
  - name: removes
    when:
      - template: command
        conditions:
          - { slot: program, expression: 'in(["rm", "?"])' }
    then: { action: deny, reason: removes }
`;

describe('shell(path)', () => {
  it.each([
    [{ line: 'ls; cat f | ls' }, 'allow', undefined],
    [{ line: 'ls > f' }, 'deny', undefined],
    [{ line: 'ls $X' }, 'deny', undefined],
    [{ line: 'ls; sudo git push' }, 'escalate', undefined],
    [{ line: '' }, 'deny', undefined],
    [{ line: 'ls "' }, 'escalate', ['shell(input.line)']],
    [{ line: 5 }, 'escalate', ['shell(input.line)']],
    [{}, 'escalate', ['shell(input.line)']],
  ])('decides %j', async (input, decision, missing) => {
    const engine = await engineOf(POLICY);
    expect(engine.evaluate({ scoped: true, input, facts: [] })).toMatchObject({
      decision,
      ...(missing === undefined ? {} : { missing }),
    });
  });

  it('brings facts to the long form', async () => {
    const engine = await engineOf(LONG);
    const decide = (line: string): unknown =>
      engine.evaluate({ scoped: true, input: { line }, facts: [] }).decision;
    expect([decide('ls'), decide('sudo rm f'), decide('$X')]).toEqual(['allow', 'deny', 'deny']);
  });

  it.each([
    ['exists(c in shell(input.x?), c.dynamic)', 'short-optional'],
    ['exists(c in shell(input.x)?, c.dynamic)', 'short-optional'],
    ['size(shell(input.x)) > 1', 'short-path'],
    ['exists(c in shell(input.x), c.foo == 1)', 'short-input-path'],
    ['count(c in shell(input.x), exists(a in c.args, a == "x")) > 1', 'short-aggregate-condition'],
    [
      'count(c in shell(input.x), exists(a in c.args, a == "x") or c.dynamic) > 1',
      'short-aggregate-condition',
    ],
    ['count(c in shell(input.x), count(a in c.args, a == "x") > 1) > 1', 'short-aggregate-condition'],
  ])('refuses %j', async (condition, code) => {
    await expect(engineOf(`rules: { a: { deny: x, if: '${condition}' } }`)).rejects.toMatchObject({
      diagnostics: [expect.objectContaining({ code })],
    });
  });

  it('says what to write instead of a quantifier in an aggregate', async () => {
    const condition = 'count(c in shell(input.x), exists(a in c.args, a == "x")) > 1';
    const message =
      '`exists` cannot be used in a condition of `count`: expected comparisons of members of the element, such as `"x" in e.list` instead of `exists(i in e.list, i == "x")`';
    await expect(engineOf(`rules: { a: { deny: x, if: '${condition}' } }`)).rejects.toMatchObject({
      diagnostics: [{ message }],
    });
    await engineOf(`rules: { a: { deny: x, if: 'count(c in shell(input.x), "x" in c.args) > 1' } }`);
  });

  it.each([
    ['for: { c: shell(input.x), a: c.args }', 'if: a == "x"'],
    ['for: { c: "shell(input.x)?", a: c.args }', 'if: a == "x"'],
  ])('refuses %j in a rule that closes, because some arguments can be unknown', async (source, condition) => {
    await expect(engineOf(`rules: { a: { deny: x, ${source}, ${condition} } }`)).rejects.toMatchObject({
      diagnostics: [expect.objectContaining({ code: 'short-for-missing' })],
    });
  });

  it('refuses `for` in a table', async () => {
    const table = `
tables:
  t:
    for: { c: shell(input.x) }
    inputs: [c.path]
    outputs: [decision, reason]
    rows: [['==""', allow, x]]
`;
    await expect(engineOf(table)).rejects.toMatchObject({
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'short-for-missing' })]),
    });
  });

  it('refuses another type of the path', async () => {
    const rule =
      'rules: { a: { deny: x, if: "exists(c in shell(input.x), c.dynamic)" } }\ninput: { x: integer }\n';
    await expect(engineOf(rule)).rejects.toMatchObject({
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'short-input-path' })]),
    });
  });
});
