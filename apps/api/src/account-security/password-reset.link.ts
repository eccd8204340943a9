import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, currentActor } from '@gatehouse/database';
import { AccountRecovery, type OneTimeLink } from '@gatehouse/directory';
import { SignInLimiter } from '@gatehouse/identity';
import { notFoundParam, problem } from '@gatehouse/problems';
import { networkOf } from '@gatehouse/wire';
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

  constructor(
    private readonly recovery: AccountRecovery,
    @Inject(SignInLimiter) private readonly limiter: SignInLimiter,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  view(): LinkView {
    return VIEW;
  }

  async prepare({ userId }: OneTimeLink, { password }: LinkRequest): Promise<LinkAction> {
    if (userId === null) throw problem('link_not_found');
    if (password === undefined) {
      throw problem('value_missing', { field: 'password' }, notFoundParam('password', null));
    }
    const passwordHash = await this.recovery.hashOwnPassword(userId, password);
    const { address = '' } = currentActor();
    return async () => {
      const { name: login } = await this.recovery.resetPassword(userId, passwordHash);
      // Others may have used up the attempts of the account: its owner, who has the link, can sign in from here.
      const { manager } = this.unitOfWork;
      await this.limiter.noteSuccess({ login, userId }, networkOf(address), manager);
      return DONE;
    };
  }
}
