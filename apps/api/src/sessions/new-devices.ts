import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@gatehouse/database';
import { UserRules } from '@gatehouse/directory';
import type { Origin } from '@gatehouse/http';
import { KnownDevices } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import { networkOf } from '@gatehouse/wire';
import { deviceOf } from './device';

const UNKNOWN = { en: 'an unknown program', fr: 'un programme inconnu' } as const;

/** Notifies users by mail of sign-ins from new devices. Reference: sessions#new-devices. */
@Injectable()
export class NewDevices {
  constructor(
    @Inject(KnownDevices) private readonly devices: KnownDevices,
    @Inject(MailQueue) private readonly mails: MailQueue,
    private readonly rules: UserRules,
  ) {}

  /** Inside the unit of work that starts the session. */
  async note({ id, name, email, locale }: User, { address, userAgent }: Origin): Promise<void> {
    if (!this.mails.isEnabled || this.rules.isConfiguredAdministrator(name)) return;
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
