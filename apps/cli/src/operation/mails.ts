import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import {
  CLEAR_TEXT,
  MAIL_TEMPLATES,
  type MailTransport,
  type QueuedMail,
  type RenderedMail,
  SECURE,
  createMailRenderer,
  isAddress,
  mailTransports,
  messageOf,
  sampleMails,
} from '@gatehouse/mail';
import type { Settings } from '@gatehouse/settings';
import type { Context } from '../context';
import { EXIT } from '../exit-codes';
import { Failure, NotReachable, UsageError } from '../failures';
import { explaining, settingsOf } from './settings';
import { withSettingsFile } from './settings-file';

type Template = (typeof MAIL_TEMPLATES)[number];

interface PreviewOptions {
  readonly template?: string | undefined;
  readonly language: 'en' | 'fr';
  readonly settingsFile?: string | undefined;
}

/** Shows a mail with sample values, or the names of all. */
export async function previewMail(
  context: Context,
  { template, language, settingsFile }: PreviewOptions,
): Promise<void> {
  const { output } = context;
  if (template === undefined) {
    if (output.format === 'json') return output.json({ templates: MAIL_TEMPLATES });
    return output.line(MAIL_TEMPLATES.join('\n'));
  }
  const named = templateNamed(template);
  const settings = settingsOf(withSettingsFile(context.environment, settingsFile));
  const { rendered } = await sampleOf(settings, named, language);
  if (output.format === 'json') return output.json({ template, language, ...rendered });
  output.line(`${output.paint('bold', 'Subject:')} ${rendered.subject}\n\n${rendered.text}`);
}

interface TestOptions {
  readonly to: string;
  readonly template?: string | undefined;
  readonly settingsFile?: string | undefined;
}

/** Sends a mail with the mail server of the settings. Throws a {@link Failure} with what the server has answered. */
export async function testMail(
  context: Context,
  { to, template, settingsFile }: TestOptions,
): Promise<{ readonly server: string; readonly reply: string; readonly message_id: string }> {
  if (!isAddress(to)) throw new UsageError(`'${to}' is not an email address.`);
  const named = template === undefined ? undefined : templateNamed(template);
  const settings = settingsOf(withSettingsFile(context.environment, settingsFile));
  const { smtpHost, smtpPort } = settings;
  if (smtpHost === undefined) throw new Failure('No mail server is configured (SVC_SMTP_HOST).');
  const { mail, rendered } = named === undefined ? short(to) : await sampleOf(settings, named, 'en');
  const { transports } = await explaining(async () => mailTransports(settings));
  const message = messageOf(randomUUID(), { ...mail, to }, rendered, settings);
  const server = `${smtpHost}:${smtpPort}`;
  const reply = await send(transports, message, server, context);
  return { server, reply, message_id: message.messageId };
}

function templateNamed(name: string): Template {
  const found = MAIL_TEMPLATES.find((template) => template === name);
  if (found === undefined)
    throw new UsageError(`There is no mail ${name}.`, undefined, 'gatehouse mail preview lists them.');
  return found;
}

async function sampleOf(settings: Settings, template: Template, language: string) {
  const renderer = await explaining(async () => createMailRenderer(settings));
  const found = sampleMails(template).find(({ locale }) => locale === language);
  if (!found) throw new UsageError(`The mail ${template} is not written in ${language}.`);
  // Links of a sample lead nowhere.
  const rendered = renderer.render(found, (link) => `${settings.publicUrl}/tmp/${link}`);
  return { mail: { ...found, queuedAt: new Date().toISOString() } as QueuedMail, rendered };
}

function short(to: string): { readonly mail: QueuedMail; readonly rendered: RenderedMail } {
  const text =
    'This mail was sent by `gatehouse mail test`: the mail server of Gatehouse accepts its mails.\n';
  const mail = { to, queuedAt: new Date().toISOString() } as QueuedMail;
  return {
    mail,
    rendered: { subject: 'Test of the mail server of Gatehouse', text, html: `<p>${text.trim()}</p>` },
  };
}

async function send(
  transports: Record<string, MailTransport>,
  message: ReturnType<typeof messageOf>,
  server: string,
  { output }: Context,
): Promise<string> {
  const through = async (options: MailTransport | undefined): Promise<string> => {
    const transport = createTransport(options as Parameters<typeof createTransport>[0]);
    try {
      return String((await transport.sendMail(message)).response);
    } finally {
      transport.close();
    }
  };
  try {
    return await through(transports[SECURE]);
  } catch (error) {
    const { command, responseCode } = error as MailError;
    const offersNoTls = (command === 'STARTTLS' || command === 'EHLO') && (responseCode ?? 0) >= 500;
    if (!offersNoTls || !transports[CLEAR_TEXT]) throw notSent(error as MailError, server);
    output.warn('The mail server offers no TLS: this mail is sent in clear text.');
    return through(transports[CLEAR_TEXT]).catch((failure: MailError) => {
      throw notSent(failure, server);
    });
  }
}

interface MailError extends Error {
  readonly command?: string;
  readonly responseCode?: number;
  readonly code?: string;
}

const UNREACHABLE = ['ECONNREFUSED', 'EDNS', 'ETIMEDOUT', 'ECONNECTION', 'ESOCKET'];

function notSent({ message, code = '' }: MailError, server: string): Failure {
  if (message.includes('wrong version number'))
    return new NotReachable(
      `${server} does not begin with TLS.`,
      'For STARTTLS, which servers offer at port 587 and 25: SVC_SMTP_SSL=false.',
    );
  if (message.includes('ECONNREFUSED'))
    return new NotReachable(`${server} cannot be reached: nothing listens there.`);
  return new Failure(
    `${server} has not accepted the mail: ${message.trim().replace(/^Can't send mail - /, '')}`,
    UNREACHABLE.includes(code) ? EXIT.notReachable : EXIT.failed,
  );
}
