/**
 * Compares names for lists: the order of `COLLATE "C"` of PostgreSQL, which is that of the bytes of UTF-8. Characters outside
 * the Basic Multilingual Plane sort last.
 */
export function inByteOrder(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index += 1) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

/** Surrogates encode characters that sort after all characters of a single code unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
