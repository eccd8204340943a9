import type { Localized } from '@gatehouse/problems';
import type { SourceDocument } from '../source';
import { SourceFailure } from '../source-failure';
import { shown } from '../documents/read-document';

/** A member of an object; undefined of anything else. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function textMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** An array; empty for anything else. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value of a document in JSON. Throws `source_unexpected` if it is none, or `isExpected` is false. */
export function valueOf(
  document: SourceDocument,
  what: Localized,
  isExpected: (value: unknown) => boolean,
): unknown {
  if (document.format === 'json' && isExpected(document.value)) return document.value;
  throw new SourceFailure('source_unexpected', {
    en: `${shown(document.url)} does not reply with ${what.en}.`,
    fr: `La réponse de ${shown(document.url)} n’est pas ${what.fr}.`,
  });
}

/** A link of a document by its relation. */
export function linked(value: unknown, relation: string): string | undefined {
  const found = items(member(value, 'links')).find((link) => textMember(link, 'rel') === relation);
  return textMember(found, 'href');
}
