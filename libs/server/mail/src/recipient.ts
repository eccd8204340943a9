import type { MailLocale, MailOf, MailTemplate } from './mail';

/** The owner of an account. */
export interface Addressee {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly locale: MailLocale;
}

/** The fields of a mail to the owner of an account. */
export function recipient({
  id,
  name,
  email,
  locale,
}: Addressee): Pick<MailOf<MailTemplate>, 'to' | 'locale' | 'user'> {
  return { to: email, locale, user: { user_name: name, email, id } };
}
