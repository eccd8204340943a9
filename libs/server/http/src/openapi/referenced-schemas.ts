import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schemas } from './sample';

const PREFIX = '#/components/schemas/';

/** The same document with the schemas that something in it refers to, by their names: generators make a type of each one. */
export function withoutUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string' && member.startsWith(PREFIX)) {
        const name = member.slice(PREFIX.length);
        if (used.has(name)) continue;
        used.add(name);
        visit(schemas[name]);
      } else visit(member);
    }
  };
  visit([document.paths, components]);
  const kept = [...used].sort().map((name) => [name, schemas[name]]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(kept) as Schemas } };
}
