import { consoleTexts } from '../language/console-texts';

export const effectTexts = consoleTexts({
  en: {
    heading: 'Who gains or loses what',
    nobody: 'No user gains or loses anything.',
    incomplete:
      'There are too many effects to compute all of them: there are at least as many as stated here.',
    gains: 'Gained',
    losses: 'Lost',
    total: '{{users}}, {{decisions}}',
    totalAtLeast: 'at least {{users}}, {{decisions}}',
    users: { one: '{{count}} user', other: '{{count}} users' },
    decisions: {
      one: '{{count}} permission, counted for each user and resource',
      other: '{{count}} permissions, counted for each user and resource',
    },
    anonymous: {
      gains: 'Callers who are not signed in gain access too.',
      losses: 'Callers who are not signed in lose access too.',
    },
    administrators: {
      gains: {
        one: '{{count}} user becomes an administrator:',
        other: '{{count}} users become administrators:',
      },
      losses: {
        one: '{{count}} user is no longer an administrator:',
        other: '{{count}} users are no longer administrators:',
      },
    },
    principal: 'By group or user',
    service: 'Service',
    permission: 'Permission',
    usersColumn: 'Users',
    resourcesOf: { one: '{{count}} resource', other: '{{count}} resources' },
    resources: 'Resources',
    such: 'such as {{path}}',
    reconfigured: {
      one: '{{count}} service gets other settings, with which the same permissions may allow other requests:',
      other:
        '{{count}} services get other settings, with which the same permissions may allow other requests:',
    },
    each: { gains: 'Show what each user gains', losses: 'Show what each user loses' },
    reach: {
      both: 'and names below that are not registered',
      names_below: 'only names below that are not registered',
    },
    more: 'Show more',
    unlisted: {
      one: '{{count}} more row is not listed here.',
      other: '{{count}} more rows are not listed here.',
    },
  },
  fr: {
    heading: 'Qui gagne ou perd quoi',
    nobody: 'Aucun utilisateur ne gagne ni ne perd quoi que ce soit.',
    incomplete:
      'Les effets sont trop nombreux pour être tous calculés : il y en a au moins autant qu’indiqué ici.',
    gains: 'Gagné',
    losses: 'Perdu',
    total: '{{users}}, {{decisions}}',
    totalAtLeast: 'au moins {{users}}, {{decisions}}',
    users: { one: '{{count}} utilisateur', other: '{{count}} utilisateurs' },
    decisions: {
      one: '{{count}} permission, comptée par utilisateur et par ressource',
      other: '{{count}} permissions, comptées par utilisateur et par ressource',
    },
    anonymous: {
      gains: 'Les appels sans connexion obtiennent aussi un accès.',
      losses: 'Les appels sans connexion perdent aussi un accès.',
    },
    administrators: {
      gains: {
        one: '{{count}} utilisateur devient administrateur :',
        other: '{{count}} utilisateurs deviennent administrateurs :',
      },
      losses: {
        one: '{{count}} utilisateur n’est plus administrateur :',
        other: '{{count}} utilisateurs ne sont plus administrateurs :',
      },
    },
    principal: 'Par groupe ou utilisateur',
    service: 'Service',
    permission: 'Permission',
    usersColumn: 'Utilisateurs',
    resourcesOf: { one: '{{count}} ressource', other: '{{count}} ressources' },
    resources: 'Ressources',
    such: 'par exemple {{path}}',
    reconfigured: {
      one: '{{count}} service change de réglages : les mêmes permissions peuvent autoriser d’autres requêtes :',
      other:
        '{{count}} services changent de réglages : les mêmes permissions peuvent autoriser d’autres requêtes :',
    },
    each: {
      gains: 'Afficher ce qu’obtient chaque utilisateur',
      losses: 'Afficher ce que perd chaque utilisateur',
    },
    reach: {
      both: 'et les noms en dessous qui ne sont pas enregistrés',
      names_below: 'seulement les noms en dessous qui ne sont pas enregistrés',
    },
    more: 'Afficher plus',
    unlisted: {
      one: '{{count}} autre ligne n’est pas affichée ici.',
      other: '{{count}} autres lignes ne sont pas affichées ici.',
    },
  },
});
