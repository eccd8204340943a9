import type { PendingUser } from '@gatehouse/database';
import type { LinkOperation, OneTimeLink, OneTimeLinks, Submission } from '@gatehouse/directory';
import type { RegisterUserDto, RegistrationDto } from '@gatehouse/dto';
import type { Locale } from '@gatehouse/problems';

export function toSubmission(body: RegisterUserDto, locale: Locale): Submission {
  return { name: body.user_name, email: body.email, password: body.password, locale };
}

/** `links`: those whose addresses may be shown, newest first. */
export function toRegistration(
  { name, email, createdAt }: Pick<PendingUser, 'name' | 'email' | 'createdAt'>,
  links: readonly OneTimeLink[],
  addresses: Pick<OneTimeLinks, 'addressOf'>,
): RegistrationDto {
  const addressOf = (operation: LinkOperation): string | null => {
    const link = links.find((one) => one.operation === operation);
    return link ? addresses.addressOf(link.id) : null;
  };
  return {
    user_name: name,
    email,
    status: 'Pending',
    submitted_at: createdAt.toISOString(),
    confirm_url: addressOf('user-registration-confirm-email'),
    approve_url: addressOf('user-registration-admin-approve'),
    decline_url: addressOf('user-registration-admin-decline'),
  };
}
