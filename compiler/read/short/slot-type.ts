import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import { reportGroupedNumber } from '../../language/grouped-number.ts';
import type { Located, ScalarValue, SlotSyntax, SourceText } from '../../syntax.ts';
import { reportNothingWord } from '../nothing-word.ts';

/** A type as one text says it: `integer`, `low | high = low sensitive`. */
type SlotTypeSyntax = Pick<SlotSyntax, 'type' | 'allowed' | 'sensitive'> & {
  readonly default: Located<ScalarValue> | null;
};

interface Part {
  readonly text: string;
  readonly at: Span;
}

const PART = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?(?![\w.-])|[A-Za-z_][\w.-]*|[|!=]|\S/g;
const SIGNS: ReadonlySet<string> = new Set(['|', '!', '=']);
const TYPES: ReadonlySet<string> = new Set([
  'string',
  'symbol',
  'integer',
  'float',
  'boolean',
  'time',
  'any',
]);

/**
 * Parses `kind [ "=" value ] [ "sensitive" ]`; null, reported, for anything else. `key` is the name as written, for the
 * advice that `!` belongs there.
 */
export function parseSlotType(source: SourceText, key: string, report: Report): SlotTypeSyntax | null {
  const parts = [...source.text.matchAll(PART)].map(({ 0: text, index }): Part => ({
    text,
    at: source.spanOf(index, index + text.length),
  }));
  const refuse = (at: Span, problem: string): null => {
    report.add('short-type', at, { problem });
    return null;
  };
  const mark = parts.find(({ text }) => text === '!');
  if (mark !== undefined) {
    const rest = source.text.replace('!', '').trim();
    return refuse(mark.at, `\`!\` belongs on the key: write \`${key.replace(/!$/, '')}!: ${rest}\``);
  }
  const kinds: Part[] = [];
  let next = 0;
  do {
    const part = parts[next];
    if (part === undefined || SIGNS.has(part.text))
      return refuse(
        part?.at ?? source.at,
        kinds.length === 0 ? 'expected a type' : 'expected a value after `|`',
      );
    kinds.push(part);
    next++;
  } while (parts[next]?.text === '|' && next++);
  const kind = kinds.length === 1 ? singleKind(kinds[0], source, refuse) : setOf(kinds, source, refuse);
  if (kind === null) return null;
  let initial: Located<ScalarValue> | null = null;
  if (parts[next]?.text === '=') {
    const value = parts[next + 1];
    if (value === undefined || SIGNS.has(value.text))
      return refuse(value?.at ?? source.at, 'expected a default after `=`');
    reportNothingWord(value.text, value.at, report);
    reportGroupedNumber(value.text, value.at, report);
    initial = { value: valueOf(value.text, kind.type.value), at: value.at };
    next += 2;
  }
  const sensitive = parts[next]?.text === 'sensitive';
  if (sensitive) next++;
  const rest = parts[next];
  if (rest !== undefined) return refuse(rest.at, `unexpected \`${rest.text}\` in a type`);
  return { ...kind, default: initial, sensitive };
}

type Refuse = (at: Span, problem: string) => null;
type Kind = Pick<SlotTypeSyntax, 'type' | 'allowed'>;

function singleKind(part: Part | undefined, source: SourceText, refuse: Refuse): Kind | null {
  if (part === undefined) return refuse(source.at, 'expected a type');
  if (TYPES.has(part.text.toLowerCase()))
    return { type: { value: part.text.toLowerCase(), at: part.at }, allowed: null };
  return refuse(
    part.at,
    `unknown type \`${part.text}\`: expected string, symbol, integer, float, boolean, time, or two or more values joined by \`|\``,
  );
}

/** Values of one sort: words are symbols, quoted texts strings. */
function setOf(parts: readonly Part[], source: SourceText, refuse: Refuse): Kind | null {
  const sorts = new Set(parts.map(({ text }) => sortOf(text)));
  const [type] = sorts;
  if (type === undefined || sorts.size > 1) return refuse(source.at, 'the values of a set are of one sort');
  const reserved = parts.find(({ text }) => text === 'true' || text === 'false' || text === 'null');
  if (reserved !== undefined)
    return refuse(
      reserved.at,
      reserved.text === 'null' ? 'a value that may be missing has no `!` on its key' : 'write `boolean`',
    );
  return {
    type: { value: type, at: source.at },
    allowed: {
      value: parts.map(({ text, at }) => ({ value: valueOf(text, type), at })),
      at: source.at,
    },
  };
}

function sortOf(text: string): 'string' | 'symbol' | 'integer' | 'float' {
  if (/^["']/.test(text)) return 'string';
  if (!/^-?\d/.test(text)) return 'symbol';
  return text.includes('.') ? 'float' : 'integer';
}

/** The value as YAML would read it where a slot of the type takes it; words of a set stay words (`yes | no`). */
function valueOf(text: string, type: string): ScalarValue {
  if (/^["']/.test(text)) {
    const value = text.slice(1, -1).replace(/\\(.)/g, '$1');
    return { kind: 'string', value, text: value };
  }
  if ((text === 'true' || text === 'false') && type === 'boolean')
    return { kind: 'boolean', value: text === 'true', text };
  if (!/^-?\d/.test(text) || type === 'string' || type === 'symbol')
    return { kind: 'string', value: text, text };
  return text.includes('.')
    ? { kind: 'float', value: Number(text), text }
    : { kind: 'integer', value: BigInt(text), text };
}
