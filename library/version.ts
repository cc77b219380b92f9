/** The version of the product: the same in package.json, the interface description and `/v1/status`. */
export const VERSION = '0.12.0';
