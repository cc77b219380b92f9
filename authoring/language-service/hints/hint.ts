/** Kind of the protocol: 1 for a type, 2 for a name; left out for others. */
export interface Hint {
  readonly file: string;
  readonly offset: number;
  readonly label: string;
  readonly kind?: 1 | 2;
  readonly side: 'before' | 'behind';
  readonly tooltip?: string;
}
