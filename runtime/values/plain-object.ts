/**
 * True if an object is a plain one: it has members of its own and inherits none. A Map, a Date or an instance of a class
 * holds data that no reader of members sees, and inherited properties are not data. Objects of another realm are plain, too.
 */
export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === Object.prototype || prototype === null || isForeignPrototype(prototype);
}

/** True if it is the Object.prototype of another realm, such as that of a sandbox. */
function isForeignPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}
