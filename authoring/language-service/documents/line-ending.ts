/** The ending of lines in a text. */
export const lineEnding = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n');
