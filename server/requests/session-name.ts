/** Identifiers that a session can be made with. */
export const SESSION_ID = /^[A-Za-z0-9._:-]{1,128}$/;
