import { MAIL_LOCALES, type MailLocale } from './mail';

export const PARTS = ['subject', 'text', 'html'] as const;
export type Part = (typeof PARTS)[number];

/** The source of each part of a mail in each language. */
export type TemplateSource = Readonly<Record<MailLocale, Readonly<Record<Part, string>>>>;

/** A template that cannot be used. The message completes "<where> …" and states what is expected. */
export class InvalidTemplate extends Error {}

const SECTION = /^===\s*(\S+)(?:\s+(\S+))?\s*$/;

/**
 * Reads a template: sections that each begin with a line such as `=== subject` or `=== html fr`. A section without language is
 * for languages without a specific section. Reference: mail#custom-templates.
 */
export function parseTemplate(source: string): TemplateSource {
  const sections = sectionsOf(source);
  const partOf = (part: Part, locale: MailLocale): string => {
    const found = sections.get(`${part} ${locale}`) ?? sections.get(part);
    if (found === undefined) {
      throw new InvalidTemplate(
        `has no section "=== ${part}" (for all languages) or "=== ${part} ${locale}"`,
      );
    }
    return found;
  };
  const allParts = (locale: MailLocale) => ({
    subject: partOf('subject', locale),
    text: partOf('text', locale),
    html: partOf('html', locale),
  });
  return { en: allParts('en'), fr: allParts('fr') };
}

function sectionsOf(source: string): Map<string, string> {
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, part, locale] = SECTION.exec(line) ?? [];
    if (part !== undefined) {
      const name = sectionName(part, locale);
      if (sections.has(name)) throw new InvalidTemplate(`has the section "=== ${name}" twice`);
      current = [];
      sections.set(name, current);
    } else if (current !== undefined) {
      current.push(line);
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      throw new InvalidTemplate('must begin with a section such as "=== subject", or with comments ("# …")');
    }
  }
  return new Map([...sections].map(([name, lines]) => [name, `${lines.join('\n').trim()}\n`]));
}

function sectionName(part: string, locale: string | undefined): string {
  if (!(PARTS as readonly string[]).includes(part)) {
    throw new InvalidTemplate(`has an unknown section "=== ${part}"; sections are ${PARTS.join(', ')}`);
  }
  if (locale === undefined) return part;
  if (!(MAIL_LOCALES as readonly string[]).includes(locale)) {
    throw new InvalidTemplate(
      `has an unknown language "${locale}"; languages are ${MAIL_LOCALES.join(', ')}`,
    );
  }
  return `${part} ${locale}`;
}
