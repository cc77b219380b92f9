import type { Location, PositionParams, Range } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { everywhere, locationOf, nameAt } from './find.ts';

export function findDefinition(workspace: Workspace, params: PositionParams): readonly Location[] {
  const name = nameAt(workspace, params);
  if (name === null) return [];
  const definitions = name.index.of(name.occurrence.id).filter(({ isDefinition }) => isDefinition);
  return definitions.map(locationOf);
}

interface ReferenceParams extends PositionParams {
  readonly context?: { readonly includeDeclaration?: boolean };
}

export function findReferences(workspace: Workspace, params: ReferenceParams): readonly Location[] {
  const name = nameAt(workspace, params);
  if (name === null) return [];
  const withDefinition = params.context?.includeDeclaration !== false;
  return everywhere(workspace, name)
    .filter(({ isDefinition }) => withDefinition || !isDefinition)
    .map(locationOf);
}

/** 2: read, 3: written. */
interface Highlight {
  readonly range: Range;
  readonly kind: 2 | 3;
}

export function highlight(workspace: Workspace, params: PositionParams): readonly Highlight[] {
  const name = nameAt(workspace, params);
  if (name === null) return [];
  return name.index
    .of(name.occurrence.id)
    .filter(({ document }) => document === name.document)
    .map(({ start, end, isDefinition, isWrite, document }) => ({
      range: document.lines.rangeOf(start, end),
      kind: isDefinition || isWrite ? 3 : 2,
    }));
}
