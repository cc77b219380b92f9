/** Marks beside the lines of an editor: what the cases of the last run reached. */
import { RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { gutter, GutterMarker, type EditorView } from '@codemirror/view';
import type { LineCovered } from '../protocol/messages.ts';

const WORDS: Readonly<Record<LineCovered, string>> = {
  all: 'covered by the cases',
  some: 'partly covered by the cases',
  none: 'not covered by any case',
};

class Mark extends GutterMarker {
  readonly covered: LineCovered;
  constructor(covered: LineCovered) {
    super();
    this.covered = covered;
  }
  override toDOM(): Node {
    const mark = document.createElement('div');
    mark.className = `cm-covered cm-covered-${this.covered}`;
    mark.title = WORDS[this.covered];
    return mark;
  }
}

const MARKS = { all: new Mark('all'), some: new Mark('some'), none: new Mark('none') };
const setMarks = StateEffect.define<RangeSet<GutterMarker>>();

const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (marks, { effects, changes }) =>
    effects.reduce((kept, effect) => (effect.is(setMarks) ? effect.value : kept), marks.map(changes)),
});

export const COVERAGE_GUTTER: Extension = [
  field,
  gutter({ class: 'cm-coverage', markers: (view) => view.state.field(field) }),
];

/** @param lines from 1 */
export function showCoverage(view: EditorView, lines: ReadonlyMap<number, LineCovered>): void {
  const { doc } = view.state;
  const marks = [...lines]
    .filter(([line]) => line >= 1 && line <= doc.lines)
    .map(([line, covered]) => MARKS[covered].range(doc.line(line).from));
  view.dispatch({ effects: setMarks.of(RangeSet.of(marks, true)) });
}
