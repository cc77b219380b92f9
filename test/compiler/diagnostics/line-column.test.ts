import { describe, expect, test } from 'vitest';
import { createLineIndex, createPositions } from '../../../compiler/diagnostics/line-column.ts';

describe('createLineIndex', () => {
  const index = createLineIndex('ab\n\ncd\r\ne');

  test.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [4, 3, 1],
    [7, 3, 4],
    [8, 4, 1],
    [9, 4, 2],
  ])('offset %i is %i:%i', (offset, line, column) => {
    expect(index.lineColumn(offset)).toEqual({ line, column });
  });

  test('text of a line is without its ending', () => {
    expect([1, 2, 3, 4, 5].map(index.lineText)).toEqual(['ab', '', 'cd', 'e', '']);
  });

  test('a byte order mark has no column', () => {
    const marked = createLineIndex('\uFEFFab\nc');
    expect([0, 1, 2, 4].map((offset) => marked.lineColumn(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
    ]);
    expect(marked.lineText(1)).toBe('ab');
  });

  test('columns count UTF-16 units', () => {
    expect(createLineIndex('\u{1F600}a').lineColumn(2)).toEqual({ line: 1, column: 3 });
  });
});

test('positions are those of the file that the span names', () => {
  const positions = createPositions([
    { path: 'a', text: 'x\ny' },
    { path: 'b', text: 'xy' },
  ]);
  expect(positions.of({ file: 'a', start: 2, end: 3 })).toEqual({ line: 2, column: 1 });
  expect(positions.of({ file: 'b', start: 1, end: 2 })).toEqual({ line: 1, column: 2 });
  expect(positions.of({ file: 'not there', start: 0, end: 0 })).toEqual({ line: 1, column: 1 });
});
