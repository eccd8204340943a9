/**
 * As many repetitions of what `member` makes as fit into `bytes`, joined by a separator.
 *
 * @param {number} bytes
 * @param {(number: number) => string} member
 */
export function filled(bytes, member, separator = ',') {
  const members = [];
  let size = 0;
  for (let number = 0; ; number += 1) {
    const text = member(number);
    size += Buffer.byteLength(text) + separator.length;
    if (size > bytes + separator.length) return members.join(separator);
    members.push(text);
  }
}
