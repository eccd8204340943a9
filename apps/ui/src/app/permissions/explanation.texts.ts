import { consoleTexts } from '../language/console-texts';

export const explanationTexts = consoleTexts({
  en: {
    title: 'Why: {{permission}} on {{resource}}',
    outcomeAllow: '{{who}} is allowed to {{permission}}.',
    outcomeDeny: '{{who}} is not allowed to {{permission}}.',
    memberAllowed: 'A member of {{who}} without other assignments is allowed to {{permission}}.',
    memberDenied: 'A member of {{who}} without other assignments is not allowed to {{permission}}.',
    everyoneAllowed: 'Everyone is allowed to {{permission}}.',
    everyoneDenied: 'Without other assignments, nobody is allowed to {{permission}}.',
    because: 'Reason: {{reason}}.',
    considered: 'Assignments considered, in order',
    none: 'There is no assignment of this permission, here or above. Without one, access is denied.',
    groupNote: 'Assignments of members themselves, and of their other groups, may decide otherwise.',
    everyoneNote:
      'Everyone: all users and groups, and requests without sign-in. Assignments of users and of their groups may decide otherwise.',
    used: 'used',
    ignored: 'ignored',
    change: 'Change it',
    close: 'Close',
    loading: 'Loading…',
    token: {
      label: 'With an API token',
      none: 'Without a token',
      covered: 'An entry of the restriction of the token covers it.',
      public: 'No entry of the restriction of the token covers it, but everyone is allowed to.',
      uncovered: 'No entry of the restriction of the token covers it.',
    },
    reasons: {
      decides: 'this assignment decides',
      decidesWithOther: 'this assignment decides, together with the same assignment of another group',
      administrator: 'administrators have all permissions, regardless of assignments',
      matchElsewhere: 'this assignment applies only to the resource on which it is set',
      matchUnregistered:
        'this assignment applies only to its resource, not to resources below that are not registered',
      userOutranks: 'an assignment of the user takes precedence over those of groups, on any resource',
      groupOutranks:
        'an assignment of another group takes precedence over those of Everyone, on any resource',
      closer: 'an assignment closer to the resource decides',
      denial: 'on the same resource, a denial takes precedence',
      recursive: 'the same assignment with effect below is reported instead',
    },
  },
  fr: {
    title: 'Pourquoi : {{permission}} sur {{resource}}',
    outcomeAllow: '{{who}} a la permission {{permission}}.',
    outcomeDeny: '{{who}} n’a pas la permission {{permission}}.',
    memberAllowed: 'Un membre du groupe {{who}}, sans autres attributions, a la permission {{permission}}.',
    memberDenied:
      'Un membre du groupe {{who}}, sans autres attributions, n’a pas la permission {{permission}}.',
    everyoneAllowed: 'Tout le monde a la permission {{permission}}.',
    everyoneDenied: 'Sans autres attributions, personne n’a la permission {{permission}}.',
    because: 'Raison : {{reason}}.',
    considered: 'Attributions examinées, dans l’ordre',
    none: 'Aucune attribution de cette permission, ni ici ni au-dessus. Sans attribution, l’accès est refusé.',
    groupNote: 'Les attributions des membres et celles de leurs autres groupes peuvent en décider autrement.',
    everyoneNote:
      'Tout le monde : tous les utilisateurs et groupes, et les requêtes sans connexion. Les attributions des utilisateurs et de leurs groupes peuvent en décider autrement.',
    used: 'utilisée',
    ignored: 'ignorée',
    change: 'La modifier',
    close: 'Fermer',
    loading: 'Chargement…',
    token: {
      label: 'Avec un jeton d’API',
      none: 'Sans jeton',
      covered: 'Une entrée de la restriction du jeton le permet.',
      public: 'Aucune entrée de la restriction du jeton ne le permet, mais tout le monde en a le droit.',
      uncovered: 'Aucune entrée de la restriction du jeton ne le permet.',
    },
    reasons: {
      decides: 'cette attribution décide',
      decidesWithOther: 'cette attribution décide, avec la même d’un autre groupe',
      administrator: 'les administrateurs peuvent tout faire, quelles que soient les attributions',
      matchElsewhere: 'cette attribution ne vaut que pour sa propre ressource',
      matchUnregistered:
        'cette attribution ne vaut que pour sa ressource, pas pour ce qui n’est pas enregistré en dessous',
      userOutranks: 'une attribution de l’utilisateur l’emporte sur celles des groupes',
      groupOutranks: 'une attribution d’un autre groupe l’emporte sur celles de « Tout le monde »',
      closer: 'une attribution plus proche de la ressource décide',
      denial: 'sur la même ressource, un refus l’emporte',
      recursive: 'la même attribution, valable aussi en dessous, est indiquée à sa place',
    },
  },
});

export type ExplanationTexts = (typeof explanationTexts)['en'];
