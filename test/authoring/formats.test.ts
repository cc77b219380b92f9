import { Parser } from 'tap-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

let folder: Folder;
let suite: string;
let wrong: string;
beforeAll(async () => {
  folder = await rulesetFolder();
  suite = await folder.write(
    'a.test.yaml',
    `suite: "a, b: <c> & 100%"
cases:
  - { name: good, expect: { decision: deny } }
  - { name: "bad #1 \\"x\\"", expect: { decision: allow, fired: [m::small] } }
`,
  );
  wrong = await folder.write('b.test.yaml', 'cases: []');
});
afterAll(() => folder.remove());

const report = async (format: string): Promise<string> => {
  const { out, code } = await runHere('test', suite, wrong, '--format', format);
  expect(code).toBe(1);
  return out.replaceAll(folder.path, 'DIR');
};

describe('a report', () => {
  it('is JSON', async () => {
    const { durations: _, ...json } = JSON.parse(await report('json')) as Record<string, unknown>;
    expect(json).toMatchObject({
      version: 1,
      ok: false,
      summary: { passed: 1, failed: 1, suites_not_run: 1 },
      suites: [
        {
          file: 'DIR/a.test.yaml',
          suite: 'a, b: <c> & 100%',
          problems: [],
          cases: [
            { name: 'good', passed: true, line: 3, column: 5, differences: [] },
            {
              name: 'bad #1 "x"',
              passed: false,
              line: 4,
              column: 5,
              differences: [
                { what: 'decision', expected: 'allow', got: 'deny' },
                { what: 'fired', expected: 'm::small', got: 'none' },
              ],
            },
          ],
        },
        { suite: 'b', problems: [{ line: 1, column: 1, message: 'the suite has no cases' }], cases: [] },
      ],
    });
  });

  it('is JUnit XML', async () => {
    const xml = (await report('junit')).replace(/ time="[\d.]+"/g, '');
    expect(xml).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="3" failures="1" errors="1" skipped="0">
        <testsuite name="a, b: &lt;c&gt; &amp; 100%" file="DIR/a.test.yaml" tests="2" failures="1" errors="0" skipped="0">
          <testcase classname="a, b: &lt;c&gt; &amp; 100%" name="good" file="DIR/a.test.yaml"/>
          <testcase classname="a, b: &lt;c&gt; &amp; 100%" name="bad #1 &quot;x&quot;" file="DIR/a.test.yaml">
            <failure type="decision" message="decision: expected allow, got deny">decision  expected allow     got deny
      fired     expected m::small  got none
          m::small  (allow)  rules.yaml:13:5
            there is no transfer fact for rules.yaml:14:12</failure>
          </testcase>
        </testsuite>
        <testsuite name="b" file="DIR/b.test.yaml" tests="1" failures="0" errors="1" skipped="0">
          <testcase classname="b" name="the suite can be run" file="DIR/b.test.yaml">
            <error type="suite" message="the suite has no cases">DIR/b.test.yaml:1:1: the suite has no cases</error>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('is TAP', async () => {
    const text = await report('tap');
    const results = Parser.parse(text);
    const points = results.flatMap(([kind, value]) =>
      kind === 'assert' ? [value as { ok: boolean; name: string }] : [],
    );
    expect(points.map(({ ok, name }) => [ok, name])).toEqual([
      [true, 'a, b: <c> & 100%: good'],
      [false, 'a, b: <c> & 100%: bad #1 "x"'],
      [false, 'b: the suite has no cases'],
    ]);
    expect(text).toContain('  - {"what":"decision","expected":"allow","got":"deny"}');
  });

  it('is annotations of GitHub', async () => {
    expect(await report('github')).toBe(
      [
        '::error file=DIR/a.test.yaml,line=4,col=5,title=a%2C b%3A <c> & 100%25%3A bad #1 "x"::' +
          'decision  expected allow     got deny%0Afired     expected m::small  got none' +
          '%0A    m::small  (allow)  rules.yaml:13:5%0A      there is no transfer fact for rules.yaml:14:12',
        '::error file=DIR/b.test.yaml,line=1,col=1,title=b::the suite has no cases',
        '1 passed, 1 failed, 1 suites not run',
        '',
      ].join('\n'),
    );
  });
});
