export type Severity = 'error' | 'warning';

/** Codes in alphabetical order, each with its severity and message. */
export type CodeTable = Readonly<Record<string, { readonly severity: Severity; readonly message: string }>>;
