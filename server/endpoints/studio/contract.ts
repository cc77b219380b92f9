import * as z from 'zod';

/** Text of a file of the page. */
export const StudioFileResponse = z.string();
