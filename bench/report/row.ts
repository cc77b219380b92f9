/** One line of the report. */
export interface Row {
  readonly workload: string;
  readonly what: string;
  readonly measured: string;
  /** How it compares with what it is judged by. */
  readonly compared: string;
  readonly target: string;
  readonly verdict: '' | 'met' | 'missed' | 'not judged';
}
