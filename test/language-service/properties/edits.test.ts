/** Random edits: nothing fails, and every response is the one of a new server with the same texts. */
import { beforeAll, expect, it } from 'vitest';
import { METHODS } from '../../../authoring/language-service/methods.ts';
import { RequestError } from '../../../authoring/language-service/protocol/types.ts';
import type { LanguageService } from '../../../authoring/language-service/service.ts';
import { seededDice } from '../../../tools/api-fuzz/seeded-dice.ts';
import type { Dice } from '../../../tools/judge/dice.ts';
import { FULL, full } from '../../full.ts';
import { readTexts, ROOT, startService, type Texts } from './texts.ts';

const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() & 0x7fffffff);

/** `FERRULE_EDITS=10000` takes about eight minutes. */
const EDITS = Number(process.env['FERRULE_EDITS'] ?? full(2_000, 80));
/** After so many edits the texts begin again, because hardly anything is left of them. */
const RUN = 40;

/** Texts that people type, and those that are awkward. */
const TYPED = [
  ...[
    'x',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ':',
    '-',
    '#',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '.',
    '$',
    '?',
    '&a ',
    '*a',
  ],
  ...[
    '👋',
    '日本',
    '\u00a0',
    '\uFEFF',
    '---\n',
    '...\n',
    '|\n',
    '>\n',
    '!!str ',
    '&',
    '*',
    '%',
    '@',
    '`',
    ',',
  ],
  ...[
    'rules:\n',
    'templates:\n',
    '- name: x\n',
    '  new:\n    deny: "no"\n    if: input.a == 1\n',
    'rulse: 1\n',
  ],
  ...[
    ' and ',
    ' == ',
    'input.',
    '(',
    ')',
    '=',
    'null',
    'imports: [other.yaml]\n',
    '    if: true\n',
    '  - 1\n',
  ],
];

/** Both forms, an import, a table of rows, two documents in one file, and a suite. */
const SMALL: Texts = new Map([
  [
    `${ROOT}/rules/gate.yaml`,
    `# both forms 👋
imports: [../shared.yaml]
rules:
  big:
    # too much
    deny: "{order.amount} is too much"
    if: order.amount > const.most and order.currency == "EUR"
  "of a person":
    escalate: 'ask {order.id}'
    for: { o: order }
    if: |
      o.amount > 5
      and o.currency != "USD"
---
module: later
rules:
- name: last
  when:
    - template: order
      alias: $order
      conditions:
        - { slot: amount, expression: between(1, 5) }
        - slot: id
          bind: ?id
  then: { action: allow, reason: "{order.id}" }
- name: table-free
  when: [{ template: limit, conditions: [{ slot: most, expression: greater_than(3) }] }]
  then: { action: deny, reason: no }
`,
  ],
  [
    `${ROOT}/rules/shared.yaml`,
    `templates:
  order: { id!: string, amount!: integer, currency: EUR | USD }
constants: { most: 500 }
modules: [{ name: later }]
relations:
  - name: limit
    file: limits.csv
    columns: [{ name: who, type: string }, { name: most, type: integer }]
`,
  ],
  [`${ROOT}/rules/limits.csv`, 'who,most\nanna,5\nbob,7\n'],
  [
    `${ROOT}/gate.test.yaml`,
    `suite: orders
cases:
  - name: big
    facts: [{ template: order, data: { id: a, amount: 900, currency: EUR } }]
    expect: { decision: deny, fired: { includes: ["MAIN::big"] } }
`,
  ],
  [`${ROOT}/other.yaml`, 'rules:\n  a: { allow: ok, if: input.x == 1 }\n'],
]);

function answer(service: LanguageService, method: string, params: unknown): unknown {
  try {
    return service.request(method, params);
  } catch (error) {
    if (error instanceof RequestError) return { refused: error.message };
    throw error;
  }
}

const problems = (service: LanguageService): unknown =>
  service.checked().map((document) => [document.uri, service.diagnose(document)]);

/** A change of a text, as an editor sends it. */
function draw(
  dice: Dice,
  text: string,
): { readonly from: number; readonly to: number; readonly added: string } {
  const place = (): number => dice.int(0, text.length);
  const lineAt = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
  const from = place();
  switch (dice.int(0, 4)) {
    case 0:
      return { from, to: Math.min(text.length, from + dice.int(1, dice.percent(30) ? 60 : 4)), added: '' };
    case 1: {
      // Lines from elsewhere, before a line.
      const begin = lineAt(place());
      const end = text.indexOf('\n', Math.min(text.length, begin + dice.int(0, 200)));
      const at = lineAt(from);
      return { from: at, to: at, added: text.slice(begin, end === -1 ? text.length : end + 1) };
    }
    case 2:
      return { from: lineAt(from), to: lineAt(from), added: dice.pick(TYPED) };
    default:
      return { from, to: from, added: dice.pick(TYPED) };
  }
}

let rulesets: readonly Texts[] = [];
beforeAll(async () => {
  const folders = ['tool-call-gate', 'shell-gate', 'spend-limits'].map((name) => `rulesets/${name}`);
  rulesets = [SMALL, ...(await Promise.all([...folders, 'templates/agent-gate'].map(readTexts)))];
});

it(
  `${EDITS} random edits give the responses of a new server`,
  () => {
    for (let run = 0; run * RUN < EDITS; run++) tryEdits(seededDice(seed, run), run);
  },
  // Some 50 ms each on an idle machine.
  EDITS * 2_000 + 60_000,
);

/** A plain run edits small texts alone: each edit of a shipped ruleset compiles it twice. */
function tryEdits(dice: Dice, run: number): void {
  const texts = new Map(!FULL || dice.percent(60) ? SMALL : dice.pick(rulesets));
  const service = startService(texts);
  const uris = [...texts.keys()].filter((uri) => !uri.endsWith('.json'));
  let version = 1;
  for (const uri of uris) service.open(uri, version, texts.get(uri) ?? '');
  const undo: (readonly [uri: string, text: string])[] = [];
  for (let i = 0; i < RUN; i++) {
    const last = dice.percent(15) ? undo.pop() : undefined;
    const uri = last?.[0] ?? dice.pick(uris);
    const document = service.workspace().find(uri);
    if (document === null) throw new Error(`${uri} is not open`);
    if (last !== undefined) service.change(uri, ++version, [{ text: last[1] }]);
    else {
      const { from, to, added } = draw(dice, document.text);
      undo.push([uri, document.text]);
      service.change(uri, ++version, [{ range: document.lines.rangeOf(from, to), text: added }]);
    }
    const { text, lines } = service.workspace().find(uri) ?? document;
    texts.set(uri, text);
    const fresh = startService(texts);
    for (const one of uris) fresh.open(one, version, texts.get(one) ?? '');
    const method = dice.pick(Object.keys(METHODS));
    const params = paramsOf(method, uri, lines.positionAt(dice.int(0, text.length)));
    const what = `FERRULE_SEED=${seed}, run ${run}, edit ${i}: ${method} ${JSON.stringify(params)}`;
    const [own, other] = [answer(service, method, params), answer(fresh, method, params)];
    expect(versionless(own), what).toEqual(versionless(other));
    if (dice.percent(40)) expect(problems(service), what).toEqual(problems(fresh));
  }
}

function paramsOf(method: string, uri: string, position: unknown): unknown {
  const range = { start: position, end: position };
  if (method === 'workspace/symbol') return { query: 'a' };
  if (method === 'completionItem/resolve') return { label: 'equals' };
  return {
    textDocument: { uri },
    position,
    positions: [position],
    range,
    newName: 'renamed',
    query: 'a',
    context: { diagnostics: [], only: ['quickfix'], includeDeclaration: true },
    options: { tabSize: 2, insertSpaces: true },
    item: { data: { ruleset: ROOT, rule: 'MAIN::big', template: 'order' } },
    uri,
  };
}

/** Documents have the versions that their edits gave them. */
function versionless(value: unknown): unknown {
  return value === undefined
    ? undefined
    : (JSON.parse(
        JSON.stringify(value, (key, inner: unknown) => (key === 'version' ? null : inner)),
      ) as unknown);
}
