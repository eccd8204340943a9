import { parseDocument } from 'yaml';

/** Uses of anchors; more make a small file large. */
const MAX_ALIASES = 100;

/** A document of YAML, of which JSON is a subset. Throws an error whose first line has the problem and its place. */
export function yamlDocument(content: string): unknown {
  const document = parseDocument(content, { uniqueKeys: true, strict: true });
  const [problem] = document.errors;
  if (problem) throw problem;
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}
