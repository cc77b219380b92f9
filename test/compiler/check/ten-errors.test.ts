import { expect, it } from 'vitest';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { checkSources } from '../../../compiler/compile.ts';

const TEN_ERRORS = `templates:
  - name: agent
    slots:
      - { name: id, type: strng }
      - { name: level, type: integer, default: high }
module: gate
modules: [{ name: gate }]
rules:
  - name: one
    salience: 20000
    when:
      - template: agnt
      - template: agent
        conditions:
          - { slot: lvel, expression: "greater_than(3)" }
          - { slot: level, expression: "greater_thn(3)" }
          - { slot: level }
          - { test: "(< ?m 3)" }
    then: { action: dny, reason: "{who} asks" }
`;

it('a ruleset with ten errors reports ten, each at its place', () => {
  const sources = [{ path: 'ruleset.yaml', text: TEN_ERRORS }];
  const { diagnostics } = checkSources(sources);
  const positions = createPositions(sources);
  const found = diagnostics.map(({ code, at }) => {
    const { line, column } = positions.of(at);
    return `${line}:${column} ${code}`;
  });
  expect(found).toEqual([
    '4:27 unknown-slot-type',
    '5:48 wrong-literal',
    '10:15 number-out-of-range',
    '12:19 unknown-template',
    '15:21 unknown-slot',
    '16:41 unknown-operator',
    '17:13 incomplete-condition',
    '18:25 clips-unbound-variable',
    '19:21 unknown-action',
    '19:36 unbound-name',
  ]);
});
