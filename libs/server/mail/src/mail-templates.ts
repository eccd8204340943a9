import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidSettings, type Settings } from '@gatehouse/settings';
import { CATALOGUE, MAIL_TEMPLATES, variablesOf } from './catalogue';
import { MAIL_LOCALES, type MailTemplate } from './mail';
import { MailRenderer } from './mail-renderer';
import { checkRendered } from './sample-mails';
import { checkPart } from './template-check';
import { InvalidTemplate, PARTS, type TemplateSource, parseTemplate } from './template-source';

export type TemplateSettings = Pick<
  Settings,
  (typeof CATALOGUE)[MailTemplate]['setting'] | 'publicUrl' | 'uiEnabled' | 'smtpFrom' | 'smtpUser'
>;

/**
 * The renderer of all mails, with the custom templates that the settings name. Throws {@link InvalidSettings}: a template
 * with an unknown variable, or without its links, is found here and not when a mail is sent. Reference: mail#custom-templates.
 */
export function createMailRenderer(settings: TemplateSettings): MailRenderer {
  const problems: string[] = [];
  const sources = {} as Record<MailTemplate, TemplateSource>;
  for (const template of MAIL_TEMPLATES) {
    const { setting, settingName } = CATALOGUE[template];
    const path = settings[setting];
    sources[template] = builtIn(template);
    if (path === undefined) continue;
    try {
      sources[template] = custom(template, path);
    } catch (error) {
      if (!(error instanceof InvalidTemplate)) throw error;
      problems.push(`${settingName}: the file ${error.message}`);
    }
  }
  if (problems.length > 0) throw new InvalidSettings(problems);
  return new MailRenderer(settings, sources);
}

/** The built-in template of a mail; a custom one can begin as a copy of its file. */
export function builtIn(template: MailTemplate): TemplateSource {
  return parseTemplate(readFileSync(join(__dirname, 'templates', `${template}.hbs`), 'utf8'));
}

function custom(template: MailTemplate, path: string): TemplateSource {
  const source = parseTemplate(read(path));
  checkTemplate(template, source);
  checkRendered(template, source);
  return source;
}

function read(path: string): string {
  if (/\.mako$/i.test(path)) {
    throw new InvalidTemplate(
      'is a Mako template; templates are written in Handlebars (docs/reference/mail.md)',
    );
  }
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new InvalidTemplate(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidTemplate('is not encoded in UTF-8');
  }
}

/** Checks the syntax, variables and partials of all parts of a template. */
export function checkTemplate(template: MailTemplate, source: TemplateSource): void {
  const variables = variablesOf(template);
  for (const locale of MAIL_LOCALES) {
    for (const part of PARTS) {
      try {
        checkPart(part, source[locale][part], variables);
      } catch (error) {
        if (error instanceof InvalidTemplate) {
          throw new InvalidTemplate(`has in section ${part} (${locale}) ${error.message}`);
        }
        throw error;
      }
    }
  }
}
