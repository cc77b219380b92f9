/** A text of any size that attacks one part of the compiler: a head, items without number, and a tail. */
export interface BigText {
  /** What is large in it, for reports. */
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

/** A pattern of the first template with these conditions. */
export function pattern(...conditions: readonly string[]): string {
  return `{template: t, conditions: [${conditions.join(', ')}]}`;
}

/** Rules without number, each with this `when`. */
export function rules(name: string, when: (n: number) => string, then?: (n: number) => string): BigText {
  return { name, head: `${TEMPLATES}rules:\n`, item: (n) => rule(n, when(n), then?.(n)) };
}

/** One rule with entries without number in its `when`. */
export function oneRule(name: string, entry: (n: number) => string): BigText {
  return {
    name,
    head: `${TEMPLATES}rules:\n  - name: r\n    then: {action: deny}\n    when:\n      - {template: t}\n`,
    item: (n) => `      - ${entry(n)}\n`,
  };
}
