import { terminalSafe } from '../library/terminal-safe.ts';

/** Outputs and input of a command line, so that it can run without a process. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** True if `out` is a terminal. */
  readonly isTerminal?: boolean;
  /** Colours are welcome. */
  readonly colours?: boolean;
}

/** Environment of a command. Each writer makes its text safe for a terminal, so that no command can forget it. */
export interface Terminal extends Pick<Streams, 'stdin' | 'colours'> {
  /** Text for people: escaped in pipes, too, which often end on a terminal or in the log of a build. */
  readonly out: (text: string) => void;
  /** JSON, sources and other text for programs: files and pipes get every byte as it is. */
  readonly data: (text: string) => void;
  /** Text with colours. INVARIANT: everything else in it went through `terminalSafe`. */
  readonly painted: (text: string) => void;
  /** Messages for people. */
  readonly err: (text: string) => void;
}

export function createTerminal(streams: Streams): Terminal {
  return {
    out: (text) => {
      streams.out(terminalSafe(text));
    },
    data: (text) => {
      streams.out(streams.isTerminal === true ? terminalSafe(text) : text);
    },
    painted: (text) => {
      streams.out(text);
    },
    err: (text) => {
      streams.err(terminalSafe(text));
    },
    // Streams are opened when they are used: it takes its time.
    get stdin() {
      return streams.stdin;
    },
    get colours() {
      return streams.colours === true;
    },
  };
}
