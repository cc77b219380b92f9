/** A text of any size that attacks one part of the compiler: a head, items without number, and a tail. */
export interface BigText {
  /** The large part, for reports. */
  readonly name: string;
  readonly head?: string;
  readonly item: (n: number) => string;
  readonly tail?: string;
}

/** The text with as many items as fit into `length` characters, at least one. */
export function fillUp({ head = '', item, tail = '' }: BigText, length: number): string {
  const items: string[] = [];
  let left = length - head.length - tail.length;
  for (let n = 0; left > 0; n++) {
    const next = item(n);
    left -= next.length;
    if (left >= 0 || n === 0) items.push(next);
  }
  return head + items.join('') + tail;
}

/** A part written `count` times. */
export function times(count: number, part: (n: number) => string, separator = ''): string {
  return Array.from({ length: count }, (_, n) => part(n)).join(separator);
}

/** Templates that most texts match. */
export const TEMPLATES = `templates:
  - name: t
    slots:
      - { name: n, type: integer }
      - { name: m, type: integer }
      - { name: s, type: string }
      - { name: y, type: symbol }
      - { name: f, type: float }
      - { name: l, type: string, list: true }
      - { name: at, type: time }
  - { name: u, slots: [{ name: n, type: integer }, { name: s, type: string }] }
`;

/** A rule on one line. */
export function rule(n: number, when: string, then = '{action: deny}'): string {
  return `  - {name: r${n}, when: [${when}], then: ${then}}\n`;
}

/** A condition of a slot. */
export function on(slot: string, expression: string): string {
  return `{slot: ${slot}, expression: '${expression}'}`;
}

/** A pattern of the first template with these conditions. */
export function pattern(...conditions: readonly string[]): string {
  return `{template: t, conditions: [${conditions.join(', ')}]}`;
}

/** A number of rules, each with this `when`. `head`: the text before them. */
export function rules(
  name: string,
  when: (n: number) => string,
  then?: (n: number) => string,
  head = TEMPLATES,
): BigText {
  return { name, head: `${head}rules:\n`, item: (n) => rule(n, when(n), then?.(n)) };
}

/** The head of a table whose rows are items. */
export function table(inputs: string, outputs: string, hit = 'unique', head = TEMPLATES): string {
  return `${head}tables:\n  - name: d\n    when: [{template: t, alias: $t}]\n    hit: ${hit}\n    inputs: [${inputs}]\n    outputs: [${outputs}]\n    rows:\n`;
}

/** One pattern of the first template with conditions without number. */
export function onePattern(name: string, condition: (n: number) => string, head = TEMPLATES): BigText {
  return {
    name,
    head: `${head}rules:\n  - name: r\n    then: {action: deny}\n    when:\n      - template: t\n        conditions:\n`,
    item: (n) => `          - ${condition(n)}\n`,
  };
}

/** One rule with entries without number in its `when`. */
export function oneRule(name: string, entry: (n: number) => string): BigText {
  return {
    name,
    head: `${TEMPLATES}rules:\n  - name: r\n    then: {action: deny}\n    when:\n      - {template: t}\n`,
    item: (n) => `      - ${entry(n)}\n`,
  };
}
