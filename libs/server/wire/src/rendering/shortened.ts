/** Longest text that an error repeats, in characters. Fields of bodies are cut shorter where they are checked. */
const MOST_CHARACTERS = 1000;

/** Plain data with its long texts cut: escaped in a reply, the texts of a request would be several times as long. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]));
}
