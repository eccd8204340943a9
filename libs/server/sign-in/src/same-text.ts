import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares texts in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
