import { OneTimeLinks } from '@gatehouse/directory';
import { type TestApi, startApi } from './start-api';

/**
 * Settings that enable registration; the mail server does not exist, so that mails stay in the outbox. Beside the sources there is no
 * built console, so that links are shown on the plain pages of the API.
 */
export const REGISTRATION = {
  SVC_USER_REGISTRATION_ENABLED: 'true',
  SVC_SMTP_HOST: '127.0.0.1',
  SVC_SMTP_PORT: '1',
  SVC_SMTP_FROM: 'gatehouse@example.org',
  SVC_USER_REGISTRATION_ADDRESS_LIMIT: '1000000',
  SVC_USER_REGISTRATION_EMAIL_LIMIT: '1000000',
};

export const APPROVAL = {
  ...REGISTRATION,
  SVC_USER_REGISTRATION_APPROVAL_ENABLED: 'true',
  SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT: 'office@example.org',
  SVC_USER_REGISTRATION_NOTIFY_ENABLED: 'true',
  SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT: 'news@example.org',
};

export const PASSWORD = 'seven tall lighthouses';

/** A queued mail, as far as these tests depend on it. */
export interface QueuedMail {
  readonly template: string;
  readonly to: string;
  readonly locale: string;
  readonly user: { readonly user_name: string; readonly id?: number };
  readonly variables: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, string>>;
}

/** An API with registration, and what tests need to follow registrations. */
export class RegistrationApi {
  private constructor(readonly api: TestApi) {}

  static async start(environment: Record<string, string> = REGISTRATION): Promise<RegistrationApi> {
    return new RegistrationApi(await startApi(environment));
  }

  register(user_name: string, email = `${user_name}@example.org`, headers: Record<string, string> = {}) {
    return this.api.anonymous.post('/register/users', { user_name, email, password: PASSWORD }).set(headers);
  }

  /** The queued mails about a user name or to an address, oldest first. */
  async mails(of: string): Promise<QueuedMail[]> {
    const rows = await this.api.dataSource.query<{ payload: QueuedMail }[]>(
      `SELECT payload FROM outbox_messages
        WHERE kind = 'mail' AND (payload -> 'user' ->> 'user_name' = $1 OR payload ->> 'to' = $1) ORDER BY sequence`,
      [of],
    );
    return rows.map(({ payload }) => payload);
  }

  async templates(of: string): Promise<string[]> {
    return (await this.mails(of)).map(({ template }) => template);
  }

  /** The path of a link in the newest mail that has it. */
  async path(of: string, link = 'confirm_url'): Promise<string> {
    const mail = (await this.mails(of)).findLast(({ links }) => link in links);
    const address = this.api.app.get(OneTimeLinks).addressOf(mail?.links[link] ?? '');
    return address.slice(this.api.settings.publicUrl.length);
  }

  close(): Promise<void> {
    return this.api.close();
  }
}
