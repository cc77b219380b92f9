import { timingSafeEqual } from 'node:crypto';

/**
 * Compares with a secret in constant time: every comparison reads as many bytes as the secret has; what was given beyond
 * them does not count, nor is it equal. Nothing is equal to an empty secret.
 */
export function createComparison(secret: string): (given: string) => boolean {
  const expected = Buffer.from(secret, 'latin1');
  const bytes = Buffer.alloc(expected.length);
  return (given) => {
    bytes.fill(0).write(given, 'latin1');
    return timingSafeEqual(bytes, expected) && given.length === expected.length && secret !== '';
  };
}
