import type { Settings } from '@gatehouse/settings';
import { CATALOGUE, type CommonVariable, MAIL_TEMPLATES, ownVariablesOf } from './catalogue';
import { MAIL_LOCALES, type MailTemplate } from './mail';
import type { QueuedMail } from './mail-queue';
import { partialsOf } from './partials';
import { type Render, TemplateLanguage } from './template-language';
import { PARTS, type Part, type TemplateSource } from './template-source';

/** Name of the product in subjects and texts. */
const PRODUCT = 'Gatehouse';

/** A mail in its final form. The subject is one line. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type RendererSettings = Pick<Settings, 'publicUrl' | 'uiEnabled' | 'smtpFrom' | 'smtpUser'>;
type Context = Record<string, unknown>;

/** Renders mails from their templates. Reference: mail#variables. */
export class MailRenderer {
  private readonly templates = new Map<string, Readonly<Record<Part, Render>>>();

  constructor(
    private readonly settings: RendererSettings,
    sources: Readonly<Partial<Record<MailTemplate, TemplateSource>>>,
  ) {
    for (const locale of MAIL_LOCALES) {
      const languageOf = (part: Part) => new TemplateLanguage(part, locale, partialsOf(part, locale));
      const languages = {
        subject: languageOf('subject'),
        text: languageOf('text'),
        html: languageOf('html'),
      };
      for (const template of MAIL_TEMPLATES) {
        const source = sources[template]?.[locale];
        if (source === undefined) continue;
        this.templates.set(`${template} ${locale}`, {
          subject: languages.subject.compile(source.subject),
          text: languages.text.compile(source.text),
          html: languages.html.compile(source.html),
        });
      }
    }
  }

  /**
   * The text of a mail. Throws when a variable is missing.
   *
   * @param addressOf the address of the one-time link with an id
   */
  render(mail: QueuedMail, addressOf: (link: string) => string): RenderedMail {
    const links = Object.entries<string>(mail.links).map(([name, id]) => [name, addressOf(id)]);
    const { earlier } = CATALOGUE[mail.template];
    const own = { ...earlier, ...mail.variables, ...Object.fromEntries(links) };
    const context = { ...cleaned(own), ...this.common(mail) };
    // Handlebars does not find those that are missing in conditions and arguments.
    const missing = ownVariablesOf(mail.template).find((name) => !Object.hasOwn(context, name));
    if (missing !== undefined) throw new Error(`the mail ${mail.template} has no variable "${missing}"`);
    const template = this.templates.get(`${mail.template} ${mail.locale}`);
    if (template === undefined) throw new Error(`there is no mail ${mail.template} in ${mail.locale}`);
    const [subject = '', text = '', html = ''] = PARTS.map((part) => template[part](context));
    return { subject: subject.replace(/[^\S\u00a0]+/g, ' ').trim(), text: asText(text), html };
  }

  private common(mail: QueuedMail): Context {
    const { publicUrl, uiEnabled, smtpFrom, smtpUser } = this.settings;
    const { user_name, email, id } = mail.user;
    const values: Record<Exclude<CommonVariable, `user.${string}`>, string> = {
      product: PRODUCT,
      service_url: publicUrl,
      login_url: uiEnabled ? `${publicUrl}/ui/login` : `${publicUrl}/`,
      locale: mail.locale,
      email_sender: smtpFrom ?? smtpUser,
      email_user: smtpUser,
      email_from: smtpFrom ?? '',
      email_recipient: mail.to,
      email_datetime: mail.queuedAt.slice(0, 19).replace('T', ' '),
    };
    return { ...cleaned(values), user: cleaned({ user_name, email, id: id ?? '' }) };
  }
}

/** Control characters, except line breaks and tabs, and characters that change the direction of text. */
const UNWANTED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Values without what could make one text look like another, and without white space around them. */
function cleaned(values: Context): Context {
  const clean = (value: unknown) =>
    typeof value === 'string'
      ? value.replace(UNWANTED, (character) => (/[\n\r\t]/.test(character) ? character : ' ')).trim()
      : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clean(value)]));
}

/** Conditions leave empty lines; mails have one at a time. */
function asText(text: string): string {
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}
