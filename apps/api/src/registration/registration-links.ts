import { Inject, Injectable } from '@nestjs/common';
import { type OneTimeLink, PendingUsers, Registrations } from '@gatehouse/directory';
import { SETTINGS } from '@gatehouse/http';
import { type Localized, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import {
  HandlesLinks,
  type LinkAction,
  type LinkHandler,
  type LinkOutcome,
  type LinkView,
} from '../links/link-handler';

type Texts = Pick<LinkView, 'title' | 'explanation' | 'button'>;

/** What the links of registrations have in common: they show the registration, and exist only while registration is on. */
@Injectable()
export class RegistrationViews {
  constructor(
    private readonly pendingUsers: PendingUsers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  get isApprovalRequired(): boolean {
    return this.settings.registrationApprovalEnabled;
  }

  /** With the time of submission for administrators. Throws `registration_disabled`, `link_not_found`. */
  async view(link: OneTimeLink, texts: Texts, { isReview = false } = {}): Promise<LinkView> {
    const id = this.idOf(link);
    const pending = await this.pendingUsers.findById(id);
    if (!pending) throw problem('link_not_found');
    return {
      ...texts,
      facts: [
        { label: USER_NAME, value: pending.name },
        { label: EMAIL, value: pending.email },
        ...(isReview ? [{ label: SUBMITTED, value: utcOf(pending.createdAt) }] : []),
      ],
    };
  }

  /** The registration that a link is about. Throws `registration_disabled`. */
  idOf({ pendingUserId }: OneTimeLink): number {
    if (!this.settings.registrationEnabled) throw problem('registration_disabled');
    if (pendingUserId === null) throw problem('link_not_found');
    return pendingUserId;
  }
}

const USER_NAME: Localized = { en: 'User name', fr: 'Nom d’utilisateur' };
const EMAIL: Localized = { en: 'Email address', fr: 'Adresse électronique' };
const SUBMITTED: Localized = { en: 'Submitted', fr: 'Envoyée' };

/** To the minute, the same in all languages. */
function utcOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

@Injectable()
@HandlesLinks('user-registration-confirm-email')
export class ConfirmLinks implements LinkHandler {
  readonly access = 'public';
  readonly use = 'post_and_json_get';

  constructor(
    private readonly views: RegistrationViews,
    private readonly registrations: Registrations,
  ) {}

  view(link: OneTimeLink): Promise<LinkView> {
    const isReviewed = this.views.isApprovalRequired;
    return this.views.view(link, {
      title: { en: 'Confirm your email address', fr: 'Confirmez votre adresse électronique' },
      explanation: isReviewed
        ? {
            en: 'Your registration is then reviewed by an administrator. If you did not register, close this page.',
            fr: 'Votre inscription sera ensuite examinée par un administrateur. Si vous ne vous êtes pas inscrit, fermez cette page.',
          }
        : {
            en: 'Your account is then created. If you did not register, close this page.',
            fr: 'Votre compte sera alors créé. Si vous ne vous êtes pas inscrit, fermez cette page.',
          },
      button: { en: 'Confirm', fr: 'Confirmer' },
    });
  }

  prepare(link: OneTimeLink): LinkAction {
    const id = this.views.idOf(link);
    return async () => {
      const state = await this.registrations.handle('confirm', id);
      return state === 'completed' ? COMPLETED : CONFIRMED;
    };
  }
}

const COMPLETED = {
  title: { en: 'Your account is ready', fr: 'Votre compte est prêt' },
  message: {
    en: 'Your email address is confirmed and your account was created. You can sign in now.',
    fr: 'Votre adresse électronique est confirmée et votre compte a été créé. Vous pouvez vous connecter.',
  },
  offersSignIn: true,
};
const CONFIRMED = {
  title: { en: 'Email address confirmed', fr: 'Adresse électronique confirmée' },
  message: {
    en: 'An administrator now reviews your registration. You will get a mail.',
    fr: 'Un administrateur examine maintenant votre inscription. Vous recevrez un courriel.',
  },
};

interface Review extends Texts {
  readonly event: 'approve' | 'decline';
  readonly outcome: LinkOutcome;
}

/** A link with which an administrator decides about a registration. */
abstract class ReviewLinks implements LinkHandler {
  readonly access = 'administrator';
  readonly use = 'post';
  protected abstract readonly review: Review;

  constructor(
    private readonly views: RegistrationViews,
    private readonly registrations: Registrations,
  ) {}

  view(link: OneTimeLink): Promise<LinkView> {
    const { title, explanation, button } = this.review;
    return this.views.view(link, { title, explanation, button }, { isReview: true });
  }

  prepare(link: OneTimeLink): LinkAction {
    const id = this.views.idOf(link);
    const { event, outcome } = this.review;
    return async () => {
      await this.registrations.handle(event, id);
      return outcome;
    };
  }
}

@Injectable()
@HandlesLinks('user-registration-admin-approve')
export class ApproveLinks extends ReviewLinks {
  protected readonly review: Review = {
    event: 'approve',
    title: { en: 'Approve this registration?', fr: 'Approuver cette inscription ?' },
    explanation: {
      en: 'The account is created, and the user is informed by mail.',
      fr: 'Le compte est créé et l’utilisateur en est informé par courriel.',
    },
    button: { en: 'Approve', fr: 'Approuver' },
    outcome: {
      title: { en: 'Registration approved', fr: 'Inscription approuvée' },
      message: {
        en: 'The account was created. The user is informed by mail.',
        fr: 'Le compte a été créé. L’utilisateur en est informé par courriel.',
      },
    },
  };

  // Nest reads the types of parameters from the class itself.
  constructor(views: RegistrationViews, registrations: Registrations) {
    super(views, registrations);
  }
}

@Injectable()
@HandlesLinks('user-registration-admin-decline')
export class DeclineLinks extends ReviewLinks {
  protected readonly review: Review = {
    event: 'decline',
    title: { en: 'Decline this registration?', fr: 'Refuser cette inscription ?' },
    explanation: {
      en: 'The registration is deleted, and the person is informed by mail.',
      fr: 'L’inscription est supprimée et la personne en est informée par courriel.',
    },
    button: { en: 'Decline', fr: 'Refuser' },
    outcome: {
      title: { en: 'Registration declined', fr: 'Inscription refusée' },
      message: {
        en: 'The registration was declined and deleted. The person is informed by mail.',
        fr: 'L’inscription a été refusée et supprimée. La personne en est informée par courriel.',
      },
    },
  };

  constructor(views: RegistrationViews, registrations: Registrations) {
    super(views, registrations);
  }
}
