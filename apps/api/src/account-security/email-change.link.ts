import { Injectable } from '@nestjs/common';
import { AccountRecovery, type OneTimeLink, Users } from '@gatehouse/directory';
import { problem } from '@gatehouse/problems';
import {
  HandlesLinks,
  type LinkAction,
  type LinkHandler,
  type LinkOutcome,
  type LinkView,
} from '../links/link-handler';

const DONE: LinkOutcome = {
  title: { en: 'Email address changed', fr: 'Adresse électronique modifiée' },
  message: {
    en: 'The email address of the account has been changed.',
    fr: 'L’adresse électronique du compte a été modifiée.',
  },
};

/** The link that confirms a new email address. Reference: sessions#changes-of-email-and-password. */
@Injectable()
@HandlesLinks('user-email-change')
export class EmailChangeLink implements LinkHandler {
  readonly access = 'public';
  readonly use = 'post';

  constructor(
    private readonly recovery: AccountRecovery,
    private readonly users: Users,
  ) {}

  /** Names the account: whoever receives the link may have been sent it by someone else. */
  async view(link: OneTimeLink): Promise<LinkView> {
    const { userId, email } = changeOf(link);
    const { name } = await this.users.byId(userId);
    return {
      title: { en: 'Confirm your email address', fr: 'Confirmez votre adresse électronique' },
      explanation: {
        en: 'The account will use this address from now on.',
        fr: 'Le compte utilisera désormais cette adresse.',
      },
      button: { en: 'Confirm', fr: 'Confirmer' },
      facts: [
        { label: { en: 'User name', fr: 'Nom d’utilisateur' }, value: name },
        { label: { en: 'New address', fr: 'Nouvelle adresse' }, value: email },
      ],
    };
  }

  prepare(link: OneTimeLink): LinkAction {
    const { userId, email } = changeOf(link);
    return async () => {
      await this.recovery.confirmEmail(userId, email);
      return DONE;
    };
  }
}

function changeOf({ userId, data }: OneTimeLink): { userId: number; email: string } {
  const { email } = data;
  if (userId === null || typeof email !== 'string') throw problem('link_not_found');
  return { userId, email };
}
