import type { Dice } from '../judge/dice.ts';
import { WORDS, type Condition } from './condition.ts';
import { conditionText, definitionsIn } from './condition-text.ts';
import { drawDeclaration, type Declaration } from './documents.ts';
import { drawCondition } from './draw-condition.ts';
import type { Reach } from './draw-operands.ts';

export interface RuleDraft {
  readonly name: string;
  readonly action: 'allow' | 'deny' | 'escalate';
  readonly inDoubt: 'fire' | 'stay' | null;
  /** `item`: for each of `input.items`; `union`: and of `input.more`; `sub`: and each of its `subs`; `facts`: for each pair of facts. */
  readonly over: 'document' | 'item' | 'union' | 'sub' | 'facts';
  readonly condition: Condition;
}

export interface PolicyDraft {
  /** `null`: nothing is declared. */
  readonly declaration: Declaration | null;
  /** Only drawn conditions have groups. */
  readonly isFlat?: boolean;
  readonly rules: readonly RuleDraft[];
}

const DEPTH = 3;
const ACTIONS = ['allow', 'allow', 'deny', 'deny', 'escalate'] as const;

/** @param isPure without tests for absence, defaults and `in_doubt`: the theorem holds for these policies */
export function drawPolicy(dice: Dice, count: number, isPure: boolean): PolicyDraft {
  const declaration = dice.percent(50) ? drawDeclaration(dice, isPure) : null;
  const names = { count: 0 };
  const rules = dice.times(count, (i): RuleDraft => {
    const action = dice.pick(ACTIONS);
    const inDoubt = isPure || dice.percent(90) ? null : dice.pick(['fire', 'stay'] as const);
    const chance = dice.int(0, 99);
    // In a pure rule that closes, a list that may be missing cannot be gone through by `for`.
    const canIterate = !isPure || action === 'allow' || declaration !== null;
    const over =
      chance < 25
        ? 'facts'
        : chance < 44 && canIterate
          ? chance < 33
            ? 'item'
            : chance < 40 || isPure
              ? 'sub'
              : 'union'
          : 'document';
    const reach: Reach = {
      items: over === 'item' || over === 'union' || over === 'sub' ? ['it'] : [],
      unions: over === 'union' ? ['it'] : [],
      subs: over === 'sub' ? ['ys'] : [],
      facts: over === 'facts' ? ['a', 'b'] : [],
      isPure,
      names,
    };
    return { name: `r${i}`, action, inDoubt, over, condition: drawCondition(dice, DEPTH, reach) };
  });
  return { declaration, rules };
}

export const closes = ({ action, inDoubt }: RuleDraft): boolean =>
  inDoubt === 'fire' || (inDoubt === null && action !== 'allow');

/** Rules that say the type of every path, and fire for no drawn document. */
const TYPES = `  types:
    allow: x
    if:
      - input.s == "zzz" and input.r == "zzz" and input.o.u == "zzz" and input.n == 99 and input.o.m == 99 and input.k == 99 and input.b
      - '"zzz" in input.l and "zzz" in input.o.k'
      - exists(x in input.items, x.t == "zzz" and x.r == "zzz" and x.p == 99 and exists(y in x.subs, y.w == "zzz" and y.q == 99))
      - exists(z in input.more, z.t == "zzz" and z.r == "zzz" and z.p == 99 and exists(w in z.subs, w.w == "zzz" and w.q == 99))
      - exists(e in input.m, e == 99)
`;

/** The same without a group. */
const FLAT_TYPES = TYPES.replace(
  '    if:',
  '    for: { x: input.items, y: x.subs, z: input.more, w: z.subs, e: input.m }\n    if:',
)
  .replaceAll(/exists\([xz] in input\.\w+, (.*) and exists\([yw] in [xz]\.subs, (.*)\)\)/g, '$1 and $2')
  .replace(/exists\(e in input\.m, (.*)\)/, '$1');

/** The policy as YAML, one line for each rule. */
export function policyText({ declaration, rules, isFlat }: PolicyDraft): string {
  const input = declaration === null ? '' : `input: ${JSON.stringify(declaration.shape)}\n`;
  const mark = (rule: RuleDraft): string => (closes(rule) && declaration === null ? '?' : '');
  const overText = (rule: RuleDraft): string => {
    const item = `it: input.items${mark(rule)}`;
    switch (rule.over) {
      case 'document':
        return 'input';
      case 'item':
        return `{ ${item} }`;
      case 'union':
        return `{ it: 'input["items", "more"]${mark(rule)}' }`;
      case 'sub':
        return `{ ${item}, ys: it.subs${mark(rule)} }`;
      case 'facts':
        return '{ a: a, b: b }';
    }
  };
  const written = rules.map((rule) => {
    const doubt = rule.inDoubt === null ? '' : `, in_doubt: ${rule.inDoubt}`;
    return `  ${rule.name}: { ${rule.action}: x, for: ${overText(rule)}, if: ${JSON.stringify(conditionText(rule.condition))}${doubt} }\n`;
  });
  const types = isFlat === true ? FLAT_TYPES : TYPES;
  const definitions = new Map(rules.flatMap(({ condition }) => [...definitionsIn(condition)]));
  const define = [...definitions].map(([head, body]) => `  ${head}: ${JSON.stringify(body)}\n`).join('');
  return `constants: { limits: { a: 1, b: 2 }, words: ${JSON.stringify(WORDS)} }
${define === '' ? '' : `define:\n${define}`}templates: { a: { k: string, x: integer }, b: { k: string, x: integer } }
${input}rules:
${types}${written.join('')}`;
}
