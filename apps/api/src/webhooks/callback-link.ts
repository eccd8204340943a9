import { Inject, Injectable } from '@nestjs/common';
import { type OneTimeLink, Users } from '@gatehouse/directory';
import { problem } from '@gatehouse/problems';
import { HandlesLinks, type LinkAction, type LinkHandler, type LinkView } from '../links/link-handler';

/** `callback_url` of webhooks: the receiver reports that it could not process the event. Reference: webhooks#callback. */
@Injectable()
@HandlesLinks('webhook-user-status-error')
export class CallbackLink implements LinkHandler {
  readonly access = 'public';
  readonly use = 'any';

  constructor(@Inject(Users) private readonly users: Users) {}

  view(): LinkView {
    return {
      title: { en: 'Report an error', fr: 'Signaler une erreur' },
      explanation: {
        en: 'The status of the user becomes WebhookError.',
        fr: 'L’état de l’utilisateur devient WebhookError.',
      },
      button: { en: 'Report', fr: 'Signaler' },
    };
  }

  prepare({ userId }: OneTimeLink): LinkAction {
    return async () => {
      // A link is deleted with its user.
      if (userId === null) throw problem('link_not_found');
      await this.users.markWebhookError(userId);
      return {
        title: { en: 'Error reported', fr: 'Erreur signalée' },
        message: {
          en: 'The status of the user is now WebhookError.',
          fr: 'L’état de l’utilisateur est maintenant WebhookError.',
        },
      };
    };
  }
}
