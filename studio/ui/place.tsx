import { createContext } from 'preact';
import { showPlace } from '../state/state.ts';

/** What a link to a place of a file does: by default it shows the line in the editor. */
export const ShowPlace = createContext<(file: string, line: number) => void>(showPlace);
