/**
 * True for a template that is neither written nor sent: it holds a place of the document, the sums of a budget, or what constructs
 * need. Names that begin with `__` are the compiler's.
 */
export function isHiddenTemplate({ name, from }: { readonly name: string; readonly from?: string }): boolean {
  return name.startsWith('__') || from === 'document';
}
