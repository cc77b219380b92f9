import { rangesOf, sizeOf, type CodePoints } from './code-points.ts';
import type { RegexNode } from './syntax-tree.ts';
import { SEARCHED_LENGTH, SEARCHED_TEXTS } from '../../thresholds.ts';

/**
 * The few fixed texts that a pattern matches (`colou?r` has two), else null: a search for it is then a
 * substring search. A text that contains another one is left out.
 */
export function literalAlternatives(tree: RegexNode): readonly string[] | null {
  const texts = textsOf(tree);
  if (texts === null || texts.some((text) => text.length > SEARCHED_LENGTH)) return null;
  const distinct = [...new Set(texts)];
  return distinct.filter((text) => !distinct.some((other) => other !== text && text.includes(other)));
}

/** Every text that the node matches, unless they are too many. */
function textsOf(node: RegexNode): readonly string[] | null {
  switch (node.kind) {
    case 'empty':
      return [''];
    case 'set':
      return textsOfSet(node.points);
    case 'sequence':
      return node.parts.reduce<readonly string[] | null>((texts, part) => joined(texts, textsOf(part)), ['']);
    case 'alternation':
      return node.branches.reduce<readonly string[] | null>(
        (texts, branch) => either(texts, textsOf(branch)),
        [],
      );
    case 'repeat':
      return node.min === 0 && node.max === 1 ? either(textsOf(node.part), ['']) : null;
    case 'assertion':
      return null;
  }
}

function textsOfSet(points: CodePoints): readonly string[] | null {
  if (points.length === 0 || sizeOf(points) > SEARCHED_TEXTS) return null;
  const texts: string[] = [];
  for (const [low, high] of rangesOf(points)) {
    for (let point = low; point <= high; point++) {
      // A lone surrogate is a character of its own, but a substring search would find it inside a pair.
      if (point >= 0xd800 && point <= 0xdfff) return null;
      texts.push(String.fromCodePoint(point));
    }
  }
  return texts;
}

function joined(heads: readonly string[] | null, tails: readonly string[] | null): readonly string[] | null {
  if (heads === null || tails === null || heads.length * tails.length > SEARCHED_TEXTS) return null;
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

function either(some: readonly string[] | null, more: readonly string[] | null): readonly string[] | null {
  if (some === null || more === null || some.length + more.length > SEARCHED_TEXTS) return null;
  return [...some, ...more];
}
