import { CATALOGUE } from './catalogue';
import { MAIL_LOCALES, type MailTemplate } from './mail';
import type { QueuedMail } from './mail-queue';
import { MailRenderer } from './mail-renderer';
import { InvalidTemplate, type TemplateSource } from './template-source';

const SETTINGS = {
  publicUrl: 'https://service.sample.example',
  uiEnabled: true,
  smtpFrom: 'from@sample.example',
  smtpUser: 'Sample sender',
};
const LOGIN_URL = `${SETTINGS.publicUrl}/ui/login`;
const linkOf = (name: string): string => `https://link.sample.example/${name}`;

/** A mail with sample values: one for each combination of the boolean variables, since templates have conditions on them. */
export function sampleMails(template: MailTemplate): QueuedMail[] {
  const { sample, links } = CATALOGUE[template];
  let variants: Record<string, unknown>[] = [{}];
  for (const [name, value] of Object.entries(sample)) {
    const values = typeof value === 'boolean' ? [true, false] : [value];
    variants = variants.flatMap((variant) => values.map((each) => ({ ...variant, [name]: each })));
  }
  return MAIL_LOCALES.flatMap((locale) =>
    variants.map(
      (variables) =>
        ({
          template,
          to: 'recipient@sample.example',
          locale,
          user: { user_name: 'sample-user', email: 'user@sample.example', id: 4711 },
          variables,
          links: Object.fromEntries(links.map((name) => [name, name])),
          queuedAt: '2026-01-02T03:04:05.678Z',
        }) as QueuedMail,
    ),
  );
}

/**
 * Renders a template with sample values: it must always show what the catalogue requires, in text and HTML. Throws
 * {@link InvalidTemplate}.
 */
export function checkRendered(template: MailTemplate, source: TemplateSource): void {
  const renderer = new MailRenderer(SETTINGS, { [template]: source });
  for (const mail of sampleMails(template)) {
    const rendered = renderer.render(mail, linkOf);
    if (rendered.subject === '') throw new InvalidTemplate(`has an empty subject (${mail.locale})`);
    for (const part of ['text', 'html'] as const) {
      // The address of the sign-in page contains that of the service.
      const others = rendered[part].replaceAll(LOGIN_URL, '');
      for (const name of CATALOGUE[template].required) {
        const shown = name === 'login_url' ? rendered[part] : others;
        if (!shown.includes(sampleOf(mail, name))) {
          throw new InvalidTemplate(`must always show {{${name}}} in the section ${part} (${mail.locale})`);
        }
      }
    }
  }
}

function sampleOf(mail: QueuedMail, name: string): string {
  const values: Record<string, unknown> = {
    'user.user_name': mail.user.user_name,
    'user.email': mail.user.email,
    service_url: SETTINGS.publicUrl,
    login_url: LOGIN_URL,
    ...mail.variables,
  };
  return name in mail.links ? linkOf(name) : String(values[name]);
}
