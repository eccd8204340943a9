import { Injectable } from '@nestjs/common';
import { GroupTerms, type OneTimeLink } from '@gatehouse/directory';
import { HandlesLinks, type LinkAction, type LinkHandler, type LinkView } from '../links/link-handler';

/** Links by which a user accepts the terms of a group and becomes a member. Reference: groups#terms. */
@Injectable()
@HandlesLinks('group-accept-terms')
export class TermsLink implements LinkHandler {
  readonly access = 'public';
  readonly use = 'post';

  constructor(private readonly terms: GroupTerms) {}

  async view(link: OneTimeLink): Promise<LinkView> {
    const { user, group, terms } = await this.terms.requestOf(link);
    return {
      title: { en: 'Join a group', fr: 'Rejoindre un groupe' },
      explanation: {
        en: 'By accepting these terms you become a member of the group.',
        fr: 'En acceptant ces conditions, vous devenez membre du groupe.',
      },
      button: { en: 'Accept', fr: 'Accepter' },
      facts: [
        { label: { en: 'Group', fr: 'Groupe' }, value: group.name },
        { label: { en: 'User name', fr: 'Nom d’utilisateur' }, value: user.name },
      ],
      terms: terms.text,
    };
  }

  prepare(link: OneTimeLink): LinkAction {
    return async () => {
      const { group } = await this.terms.accept(link);
      return {
        title: { en: 'You joined the group', fr: 'Vous avez rejoint le groupe' },
        message: {
          en: `You are now a member of the group ${group.name}.`,
          fr: `Vous êtes désormais membre du groupe ${group.name}.`,
        },
      };
    };
  }
}
