import type { PatternSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import type { AggregateSyntax } from '../../../compiler/tables-syntax.ts';

/** The patterns of a long left half in the order of the text, those of groups included. */
export function patternsIn(elements: readonly WhenSyntax[]): readonly PatternSyntax[] {
  return elements.flatMap((element): readonly PatternSyntax[] => {
    switch (element.kind) {
      case 'pattern':
        return [element];
      case 'not':
      case 'exists':
      case 'aggregate':
        return patternsIn(element.elements);
      case 'any':
        return element.branches.flatMap(patternsIn);
      case 'forall':
        return [element.each, ...patternsIn(element.must)];
    }
  });
}

/** The aggregates of a long left half. */
export function aggregatesIn(elements: readonly WhenSyntax[]): readonly AggregateSyntax[] {
  return elements.flatMap((element): readonly AggregateSyntax[] => {
    switch (element.kind) {
      case 'pattern':
        return [];
      case 'aggregate':
        return [element];
      case 'any':
        return element.branches.flatMap(aggregatesIn);
      case 'forall':
        return aggregatesIn(element.must);
      case 'not':
      case 'exists':
        return aggregatesIn(element.elements);
    }
  });
}
