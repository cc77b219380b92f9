import type { ShapeSyntax } from '../../short-syntax.ts';

/** True if the text of a value says something sensitive: of an object it shows every member. */
export function holdsSensitive(shape: ShapeSyntax): boolean {
  switch (shape.kind) {
    case 'object':
      return shape.members.some((member) => holdsSensitive(member.shape));
    case 'list':
    case 'map':
      return holdsSensitive(shape.item);
    case 'single':
      return shape.slot.sensitive;
    case 'any':
      return false;
  }
}
