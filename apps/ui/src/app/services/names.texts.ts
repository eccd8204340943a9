import { consoleTexts } from '../language/console-texts';

export const namesTexts = consoleTexts({
  en: {
    title: 'Names that are not registered',
    setting: {
      safe: 'On maps, a name that is not registered inherits the permission from its workspace or from the service. It is refused to users to whom an assignment denies something below, because it may be the name of a group of layers.',
      inherit:
        'On maps, a name that is not registered inherits the permission from its workspace or from the service, also where something below is denied.',
      refuse: 'Names that are not registered are refused to everyone but administrators.',
      only: 'Names that are not registered need the permission everywhere in the service.',
    },
    chosenBy: 'Proxy option: {{option}}',
    inheritWarning:
      'Anyone who may see the service also sees the denied layers that a group of its server contains. Select this only for servers without groups of layers.',
    heading: {
      safe: 'Refused to',
      inherit: 'Denials that the name of a group avoids',
    },
    affected: {
      none: 'No assignment denies anything that is allowed above it: nobody is affected.',
      count: { one: '{{count}} entry', other: '{{count}} entries' },
      user: 'user',
      group: 'group',
      below: 'below',
      more: 'Show more',
      truncated:
        'Some groups have too many members to examine. They are listed even if no member is affected.',
    },
    register: 'Register names from the service…',
    registered: {
      one: '{{count}} resource was created.',
      other: '{{count}} resources were created.',
    },
    dialog: {
      title: 'Register names of {{service}}',
      about:
        'The names that the server announces. A registered name has permissions of its own, and inherits the others from above.',
      groups:
        'Groups are not selected. A group that is registered is allowed to everyone who is allowed above it, with all layers in it.',
      reading: 'Reading the names that the server announces…',
      filter: 'Part of the name or title',
      list: 'Names',
      selected: '{{count}} of {{all}} selected',
      all: 'Select all',
      none: 'Select none',
      isRegistered: 'registered',
      isImpossible: 'cannot be registered',
      isGroup: 'group',
      empty: 'The server announces no names.',
      more: 'and {{count}} more: state a part of the name',
      truncated: 'The server announces more names than are listed.',
      submit: { one: 'Register {{count}} name', other: 'Register {{count}} names' },
    },
  },
  fr: {
    title: 'Noms non enregistrés',
    setting: {
      safe: 'Sur les cartes, un nom qui n’est pas enregistré hérite de la permission de son espace de travail ou du service. Il est refusé aux utilisateurs auxquels une attribution refuse quelque chose en dessous, car il peut être celui d’un groupe de couches.',
      inherit:
        'Sur les cartes, un nom qui n’est pas enregistré hérite de la permission de son espace de travail ou du service, même là où quelque chose est refusé en dessous.',
      refuse: 'Les noms qui ne sont pas enregistrés sont refusés à tous sauf aux administrateurs.',
      only: 'Les noms qui ne sont pas enregistrés exigent la permission partout dans le service.',
    },
    chosenBy: 'Option du proxy\u00a0: {{option}}',
    inheritWarning:
      'Quiconque peut voir le service voit aussi les couches refusées qu’un groupe de son serveur contient. À ne choisir que pour les serveurs sans groupes de couches.',
    heading: {
      safe: 'Refusés à',
      inherit: 'Refus que le nom d’un groupe contourne',
    },
    affected: {
      none: 'Aucune attribution ne refuse ce qui est autorisé au-dessus : personne n’est concerné.',
      count: { one: '{{count}} entrée', other: '{{count}} entrées' },
      user: 'utilisateur',
      group: 'groupe',
      below: 'sous',
      more: 'Afficher la suite',
      truncated:
        'Certains groupes ont trop de membres pour être examinés. Ils figurent dans la liste même si aucun membre n’est concerné.',
    },
    register: 'Enregistrer des noms…',
    registered: {
      one: '{{count}} ressource créée.',
      other: '{{count}} ressources créées.',
    },
    dialog: {
      title: 'Enregistrer des noms : {{service}}',
      about:
        'Les noms que le serveur annonce. Un nom enregistré a ses propres permissions et hérite des autres d’au-dessus.',
      groups:
        'Les groupes ne sont pas sélectionnés. Un groupe enregistré est autorisé à tous ceux qui le sont au-dessus, avec toutes les couches qu’il contient.',
      reading: 'Lecture des noms que le serveur annonce…',
      filter: 'Partie du nom ou du titre',
      list: 'Noms',
      selected: '{{count}} sur {{all}} sélectionnés',
      all: 'Tout sélectionner',
      none: 'Ne rien sélectionner',
      isRegistered: 'enregistré',
      isImpossible: 'impossible à enregistrer',
      isGroup: 'groupe',
      empty: 'Le serveur n’annonce aucun nom.',
      more: 'et {{count}} de plus : indiquez une partie du nom',
      truncated: 'Le serveur annonce plus de noms que la liste n’en contient.',
      submit: { one: 'Enregistrer {{count}} nom', other: 'Enregistrer {{count}} noms' },
    },
  },
});
