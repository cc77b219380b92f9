/** Longer flow collections are written over several lines, except rows. */
export const WIDTH = 110;
