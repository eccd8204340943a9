import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { InvalidSettings, type Settings } from '@gatehouse/settings';

export type SmtpSettings = Pick<
  Settings,
  | 'publicUrl'
  | 'smtpHost'
  | 'smtpPort'
  | 'smtpSsl'
  | 'smtpRequireTls'
  | 'smtpCa'
  | 'smtpTimeout'
  | 'smtpFrom'
  | 'smtpUser'
  | 'smtpLogin'
  | 'smtpPassword'
>;

/** How the SMTP client reaches a server; the fields are its options. */
export interface MailTransport {
  readonly host: string | undefined;
  readonly port: number;
  readonly secure: boolean;
  readonly [option: string]: unknown;
}

/** The transports by their names; that for clear text is there only where it is allowed. */
export interface MailTransports {
  readonly transports: Record<string, MailTransport>;
}

/** Names of the transports: with TLS, from the start or by STARTTLS, and in clear text. */
export const SECURE = 'secure';
export const CLEAR_TEXT = 'clear-text';

/**
 * How the mail server is reached. Certificates are always verified; no operation waits longer than the timeout; nothing in a
 * mail can name a file or a URL to be attached. Throws {@link InvalidSettings} if the certificates cannot be read.
 * Reference: mail#settings.
 */
export function mailTransports(settings: SmtpSettings): MailTransports {
  const { smtpHost: host, smtpPort: port, smtpPassword: pass, smtpSsl, smtpCa } = settings;
  const timeout = settings.smtpTimeout * 1000;
  const user = settings.smtpLogin ?? senderOf(settings);
  const common = {
    host,
    port,
    ...(pass === undefined ? {} : { auth: { user, pass } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const tls = smtpCa === undefined ? {} : { ca: [...rootCertificates, ...certificatesIn(smtpCa)] };
  return {
    transports: {
      [SECURE]: { ...common, secure: smtpSsl, requireTLS: true, tls },
      ...(allowsClearText(settings) ? { [CLEAR_TEXT]: { ...common, secure: false, ignoreTLS: true } } : {}),
    },
  };
}

/** Whether mails may be sent without TLS to a server that does not offer it. */
export function allowsClearText({
  smtpSsl,
  smtpRequireTls,
}: Pick<Settings, 'smtpSsl' | 'smtpRequireTls'>): boolean {
  return !smtpSsl && !smtpRequireTls;
}

/** The email address of the sender; the check of the settings ensures that it is one. */
export function senderOf({ smtpFrom, smtpUser }: Pick<Settings, 'smtpFrom' | 'smtpUser'>): string {
  return smtpFrom ?? smtpUser;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

function certificatesIn(path: string): string[] {
  try {
    const found = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
    for (const certificate of found) new X509Certificate(certificate);
    if (found.length > 0) return found;
  } catch {
    throw new InvalidSettings([
      'SVC_SMTP_CA names a file that cannot be read, or has an invalid certificate',
    ]);
  }
  throw new InvalidSettings(['SVC_SMTP_CA names a file without certificates (PEM)']);
}
