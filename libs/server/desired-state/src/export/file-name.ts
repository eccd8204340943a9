/** The name of a file, with its number from the second one on: `service-maps.0002.yml`. */
export function fileName(base: string, number: number): string {
  return number === 1 ? `${base}.yml` : `${base}.${String(number).padStart(4, '0')}.yml`;
}
