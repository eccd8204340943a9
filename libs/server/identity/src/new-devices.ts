import type { User } from '@gatehouse/database';
import { networkOf } from '@gatehouse/wire';
import { deviceOf } from './device';
import type { KnownDevices } from './known-devices';

const UNKNOWN = { en: 'an unknown program', fr: 'un programme inconnu' } as const;

/** The user of a sign-in. */
export type SignedInUser = Pick<User, 'id' | 'name' | 'email' | 'locale'>;

/** The client of a sign-in. */
export interface SignInClient {
  readonly address: string;
  readonly userAgent?: string | undefined;
}

/** The part of the mail queue that announces sign-ins: writes a mail in the running transaction. */
export interface DeviceMails {
  /** Whether a mail server is configured. */
  readonly isEnabled: boolean;
  send(mail: {
    readonly template: 'new_device';
    readonly to: string;
    readonly locale: User['locale'];
    readonly user: { readonly user_name: string; readonly email: string; readonly id: number };
    readonly variables: { readonly device: string; readonly address: string };
    readonly links: Record<never, never>;
  }): Promise<void>;
}

/** Notifies users by mail of sign-ins from new devices, for the API and the proxy. Reference: sessions#new-devices. */
export class NewDevices {
  constructor(
    private readonly devices: Pick<KnownDevices, 'note'>,
    private readonly mails: DeviceMails,
    /** Whether the address of a user is a placeholder, to which no mail is sent. */
    private readonly isPlaceholder: (user: SignedInUser) => boolean,
  ) {}

  /** Inside the unit of work that starts the session. */
  async note(user: SignedInUser, { address, userAgent }: SignInClient): Promise<void> {
    if (!this.mails.isEnabled || this.isPlaceholder(user)) return;
    const { id, name, email, locale } = user;
    const device = deviceOf(userAgent);
    const seen = await this.devices.note(id, { network: networkOf(address), kind: device?.kind ?? '' });
    if (seen !== 'new') return;
    await this.mails.send({
      template: 'new_device',
      to: email,
      locale,
      user: { user_name: name, email, id },
      variables: { device: device?.description ?? UNKNOWN[locale], address },
      links: {},
    });
  }
}
