import { Inject, Injectable } from '@nestjs/common';
import type { OneTimeLink } from '@gatehouse/directory';
import { notFoundParam, problem } from '@gatehouse/problems';
import { PasswordResets } from '@gatehouse/sign-in';
import {
  HandlesLinks,
  type LinkAction,
  type LinkHandler,
  type LinkOutcome,
  type LinkRequest,
  type LinkView,
} from '../links/link-handler';

const VIEW: LinkView = {
  title: { en: 'Choose a new password', fr: 'Choisissez un nouveau mot de passe' },
  explanation: {
    en: 'All sessions of the account will end. Sign in with the new password afterwards.',
    fr: 'Toutes les sessions du compte seront fermées. Connectez-vous ensuite avec le nouveau mot de passe.',
  },
  button: { en: 'Change the password', fr: 'Changer le mot de passe' },
  asksPassword: true,
};
const DONE: LinkOutcome = {
  title: { en: 'Password changed', fr: 'Mot de passe modifié' },
  message: {
    en: 'The password has been changed. You can sign in with it now.',
    fr: 'Le mot de passe a été modifié. Vous pouvez maintenant vous connecter.',
  },
  offersSignIn: true,
};

/** The link with which the owner of an account sets a new password. Reference: sessions#password-reset. */
@Injectable()
@HandlesLinks('user-password-reset')
export class PasswordResetLink implements LinkHandler {
  readonly access = 'public';
  readonly use = 'post';

  constructor(@Inject(PasswordResets) private readonly resets: PasswordResets) {}

  view(): LinkView {
    return VIEW;
  }

  async prepare({ userId }: OneTimeLink, { password }: LinkRequest): Promise<LinkAction> {
    if (userId === null) throw problem('link_not_found');
    if (password === undefined) {
      throw problem('value_missing', { field: 'password' }, notFoundParam('password', null));
    }
    const reset = await this.resets.prepare(userId, password);
    return async () => {
      await reset();
      return DONE;
    };
  }
}
