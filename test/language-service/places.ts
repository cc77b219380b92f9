/** Positions in texts, for requests and results of the protocol. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** The position of the n-th occurrence of a word in UTF-16 units, `shift` characters behind its start. */
export function at(text: string, word: string, shift = 0, n = 0): Position {
  let offset = text.indexOf(word);
  for (let i = 0; i < n; i++) offset = text.indexOf(word, offset + 1);
  if (offset === -1) throw new Error(`the text has no ${word}`);
  const before = text.slice(0, offset + shift).split(/\r\n|\n/);
  return { line: before.length - 1, character: (before.at(-1) ?? '').length };
}

/** The text at a range. */
export function textAt(text: string, { start, end }: Range): string {
  const lines = text.split(/\r\n|\n/);
  if (start.line === end.line) return (lines[start.line] ?? '').slice(start.character, end.character);
  const inner = lines.slice(start.line + 1, end.line);
  return [
    (lines[start.line] ?? '').slice(start.character),
    ...inner,
    (lines[end.line] ?? '').slice(0, end.character),
  ].join('\n');
}

/** The text after edits that do not overlap. */
export function applied(
  text: string,
  edits: readonly { readonly range: Range; readonly newText: string }[],
): string {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  const offset = ({ line, character }: Position): number =>
    line >= starts.length ? text.length : Math.min((starts[line] ?? 0) + character, text.length);
  return edits
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (made, { range, newText }) =>
        made.slice(0, offset(range.start)) + newText + made.slice(offset(range.end)),
      text,
    );
}

/** The rules that the tests read in both forms, with a comment of wide characters before them. */
export const RULES = {
  short: `# 😀 漢字
templates:
  order: { amount!: integer, currency: EUR | USD }
  note: { text: string }
constants: { most: 500 }
rules:
  # 👋
  large: { deny: "😀 {order.amount} is too much", if: 'order.amount > const.most and order.currency == "EUR"' }
  remark:
    for: order
    let: { orders: 'count(o in order, o.amount > 1)' }
    if: orders < 10 and order.amount.between(1, 9)
    assert: note(text = text("漢字 {order.amount}"))
`,
  long: `# 😀 漢字
templates:
  - name: order
    slots:
      - { name: amount, type: integer, required: true }
      - { name: currency, type: symbol, allowed_values: [EUR, USD] }
  - { name: note, slots: [{ name: text, type: string }] }
constants: { most: 500 }
rules:
  - name: large
    when:
      - { template: order, alias: $o, conditions: [{ slot: amount, expression: greater_than($const.most) }] }
    then: { action: deny, reason: "😀 {o.amount} is too much" }
  - name: remark
    when:
      - template: order
        alias: $o
        conditions:
          - { slot: amount, bind: '?n', expression: 'between(1, 9)' }
          - test: (> (* ?n 2) 10)
    then:
      assert:
        - { template: note, slots: { text: "漢字 {o.amount}" } }
`,
} as const;
