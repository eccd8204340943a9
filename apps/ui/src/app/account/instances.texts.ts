import { consoleTexts } from '../language/console-texts';

export const instancesTexts = consoleTexts({
  en: {
    instances: 'Accounts at other instances',
    instancesAbout:
      'A token of an instance lets you use its services. An account there that is linked with yours can use yours here.',
    noInstances: 'No other instance is connected.',
    linkedWith: 'linked with {{name}}',
    notLinked: 'no account is linked',
    linkInstance: 'Link an account',
    linkInstanceAt: 'Link an account at {{node}}',
    unlink: 'Unlink',
    unlinked: 'The account was unlinked.',
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
      'Send it in the header Authorization: Bearer to that instance. It is shown only once; anyone with it can act for you there.',
    tokenDone: 'I have stored it',
    cancelToken: 'Cancel token',
    cancelTokenAsk: 'Cancel your token of {{node}}?',
    cancelTokenLose: 'It can no longer be used, and the sessions that it has opened end.',
    cancelled: 'The token was cancelled.',
    more: 'Actions for {{node}}',
  },
  fr: {
    instances: 'Comptes sur d’autres instances',
    instancesAbout:
      'Un jeton d’une instance vous permet d’utiliser ses services. Un compte là-bas associé au vôtre peut utiliser le vôtre ici.',
    noInstances: 'Aucune autre instance n’est connectée.',
    linkedWith: 'associé à {{name}}',
    notLinked: 'aucun compte associé',
    linkInstance: 'Associer un compte',
    linkInstanceAt: 'Associer un compte sur {{node}}',
    unlink: 'Dissocier',
    unlinked: 'Le compte a été dissocié.',
    unlinkInstance: 'Dissocier {{name}}',
    unlinkInstanceAsk: 'Dissocier {{name}} sur {{node}} ?',
    unlinkInstanceLose:
      'Le jeton de ce compte et les sessions qu’il a ouvertes ici prennent fin. Il n’a plus accès à votre compte.',
    token: 'Nouveau jeton',
    tokenFor: 'Nouveau jeton : {{node}}',
    tokenAsk: 'Demander un nouveau jeton à l’instance {{node}} ?',
    tokenReplaces:
      'Il remplace votre jeton précédent de cette instance et met fin aux sessions que celui-ci a ouvertes.',
    tokenHeading: 'Votre jeton : {{node}}',
    tokenAbout:
      'Envoyez-le à cette instance dans l’en-tête Authorization: Bearer. Il n’est affiché que maintenant ; quiconque le possède peut agir en votre nom là-bas.',
    tokenDone: 'Je l’ai conservé',
    cancelToken: 'Annuler le jeton',
    cancelTokenAsk: 'Annuler votre jeton de l’instance {{node}} ?',
    cancelTokenLose: 'Il ne peut plus être utilisé, et les sessions qu’il a ouvertes prennent fin.',
    cancelled: 'Le jeton a été annulé.',
    more: 'Actions pour {{node}}',
  },
});
