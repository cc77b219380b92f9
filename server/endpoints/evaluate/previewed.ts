/** Status of a request for a preview, which takes several steps and is decided by the service. */
export const PREVIEWED = 0;
