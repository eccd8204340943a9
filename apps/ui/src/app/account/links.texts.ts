import { consoleTexts } from '../language/console-texts';

export const linksTexts = consoleTexts('links', {
  en: {
    identities: 'Sign-in with other providers',
    identitiesAbout: 'Identities with which this account can be signed in to, besides its password.',
    noIdentities: 'No identity is linked.',
    identity: '{{name}} at {{provider}}',
    since: 'linked {{date}}',
    link: 'Link with {{provider}}',
    linked: 'The identity at {{provider}} is linked.',
    unlink: 'Unlink',
    unlinkOne: 'Unlink {{name}} at {{provider}}',
    unlinkAsk: 'Unlink {{name}} at {{provider}}?',
    unlinkLose:
      'Nobody can sign in to the account with this identity any more. Sessions that it has opened end.',
    unlinked: 'The identity was unlinked.',
    instances: 'Accounts at other instances',
    instancesAbout:
      'A token of an instance lets you use its services. An account there that is linked with yours can use yours here.',
    noInstances: 'No other instance is connected.',
    linkedWith: 'linked with {{name}}',
    notLinked: 'no account is linked',
    linkInstance: 'Link an account',
    linkInstanceAt: 'Link an account at {{node}}',
    unlinkInstance: 'Unlink {{name}}',
    unlinkInstanceAsk: 'Unlink {{name}} at {{node}}?',
    unlinkInstanceLose:
      'The token of that account and the sessions that it has opened here end. It no longer has access to your account.',
    token: 'New token',
    tokenFor: 'New token of {{node}}',
    tokenAsk: 'Request a new token of {{node}}?',
    tokenReplaces:
      'It replaces your previous token of that instance, and ends the sessions that it has opened.',
    tokenHeading: 'Your token of {{node}}',
    tokenAbout:
      'Send it in the header Authorization: Bearer to that instance. It is shown only now; whoever has it can act for you there.',
    tokenDone: 'I have stored it',
    cancelToken: 'Cancel token',
    cancelTokenAsk: 'Cancel your token of {{node}}?',
    cancelTokenLose: 'It can no longer be used, and the sessions that it has opened end.',
    cancelled: 'The token was cancelled.',
    more: 'Actions for {{node}}',
  },
  fr: {
    identities: 'Connexion par d’autres fournisseurs',
    identitiesAbout:
      'Identités avec lesquelles il est possible de se connecter à ce compte, outre son mot de passe.',
    noIdentities: 'Aucune identité n’est liée.',
    identity: '{{name}} chez {{provider}}',
    since: 'liée le {{date}}',
    link: 'Lier avec {{provider}}',
    linked: 'L’identité chez {{provider}} est liée.',
    unlink: 'Délier',
    unlinkOne: 'Délier {{name}} chez {{provider}}',
    unlinkAsk: 'Délier {{name}} chez {{provider}} ?',
    unlinkLose:
      'Il ne sera plus possible de se connecter au compte avec cette identité. Les sessions qu’elle a ouvertes prennent fin.',
    unlinked: 'L’identité a été déliée.',
    instances: 'Comptes sur d’autres instances',
    instancesAbout:
      'Un jeton d’une instance vous permet d’utiliser ses services. Un compte là-bas associé au vôtre peut utiliser le vôtre ici.',
    noInstances: 'Aucune autre instance n’est connectée.',
    linkedWith: 'associé à {{name}}',
    notLinked: 'aucun compte associé',
    linkInstance: 'Associer un compte',
    linkInstanceAt: 'Associer un compte sur {{node}}',
    unlinkInstance: 'Dissocier {{name}}',
    unlinkInstanceAsk: 'Dissocier {{name}} sur {{node}} ?',
    unlinkInstanceLose:
      'Le jeton de ce compte et les sessions qu’il a ouvertes ici prennent fin. Il n’a plus accès à votre compte.',
    token: 'Nouveau jeton',
    tokenFor: 'Nouveau jeton de {{node}}',
    tokenAsk: 'Demander un nouveau jeton de {{node}} ?',
    tokenReplaces:
      'Il remplace votre jeton précédent de cette instance et met fin aux sessions que celui-ci a ouvertes.',
    tokenHeading: 'Votre jeton de {{node}}',
    tokenAbout:
      'Envoyez-le à cette instance dans l’en-tête Authorization: Bearer. Il n’est affiché que maintenant ; quiconque le possède peut agir en votre nom là-bas.',
    tokenDone: 'Je l’ai conservé',
    cancelToken: 'Annuler le jeton',
    cancelTokenAsk: 'Annuler votre jeton de {{node}} ?',
    cancelTokenLose: 'Il ne peut plus être utilisé, et les sessions qu’il a ouvertes prennent fin.',
    cancelled: 'Le jeton a été annulé.',
    more: 'Actions pour {{node}}',
  },
});
