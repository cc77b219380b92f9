/** FNV-1a of a session's handle: which worker it is on. */
export function hashHandle(handle: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < handle.length; i++) hash = Math.imul(hash ^ handle.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
