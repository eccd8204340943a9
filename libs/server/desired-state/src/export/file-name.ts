/** The name of a file, with its number from the second one on: `service-maps.0002.yml`. */
export function fileName(base: string, number: number): string {
  return number === 1 ? `${base}.yml` : `${base}.${String(number).padStart(4, '0')}.yml`;
}

/**
 * The names of the files of services, without number and ending. Some systems do not tell names apart by the case of letters, and
 * have no colon in them.
 */
export function basesOf(services: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set<string>();
  return new Map(
    services.map((service) => {
      const name = service.replaceAll(':', '%3A').replace(/\.(?=\d{4,}$)/, '%2E');
      let base = `service-${name}`;
      // Another service may have such a name itself.
      for (let number = 2; used.has(base.toLowerCase()); number++) base = `service-${name} (${number})`;
      used.add(base.toLowerCase());
      return [service, base];
    }),
  );
}
