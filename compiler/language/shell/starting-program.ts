/** A program that can start others, by which of its options or files, with the page that says so. */
export interface StartingProgram {
  readonly name: string;
  /** The thing that it starts, or the way in which it does. */
  readonly by: string;
  readonly source: string;
  readonly checked: Checked;
}

/**
 * How the row was checked: the program was made to start another one in this way, its manual says so, or neither was done.
 * Where `by` names several ways, at least one of them started a program, and the manual has the others.
 */
type Checked = 'started' | 'read' | 'unread';
