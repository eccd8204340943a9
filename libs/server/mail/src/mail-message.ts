import type { QueuedMail } from './mail-queue';
import type { RenderedMail } from './mail-renderer';
import { type SmtpSettings, senderOf } from './mail-transports';

/**
 * A mail as the SMTP client takes it. Addresses are structured values, which are not parsed; the identifier is that of the
 * outbox, so that a mail that is sent again after a crash can be recognized as the same.
 */
export function messageOf(id: string, mail: QueuedMail, rendered: RenderedMail, settings: SmtpSettings) {
  const sender = senderOf(settings);
  const name = settings.smtpUser === sender ? '' : settings.smtpUser;
  return {
    from: { name, address: sender },
    to: { name: '', address: mail.to },
    envelope: { from: sender, to: [mail.to] },
    messageId: `<${id}@${new URL(settings.publicUrl).hostname}>`,
    date: new Date(mail.queuedAt),
    ...rendered,
    textEncoding: 'quoted-printable' as const,
    // Keeps programs that reply to mails, such as absence notices, from replying.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
