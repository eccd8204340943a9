import { consoleTexts } from '../language/console-texts';

export const registrationsTexts = consoleTexts('registrations', {
  en: {
    title: 'Registrations',
    about: 'People who registered themselves and are not users yet.',
    columns: { name: 'Name', email: 'Email', state: 'State' },
    state: { confirm: 'Email not confirmed', approve: 'Waiting for approval' },
    empty: 'No registration is waiting.',
    emptyAbout:
      'Whoever registers is listed here until the email address is confirmed and, where that is set, an administrator has approved.',
    details: 'Submitted data',
    decision: 'Decision',
    waitsForApproval:
      'The email address is confirmed. Approve, and the account can be used at once; a mail tells the registrant.',
    waitsForEmail:
      'The email address is not confirmed yet: the registration can be decided about once it is.',
    approve: 'Approve',
    decline: 'Decline',
    declineOne: 'Decline the registration of {{name}}?',
    declineAbout:
      'The submitted data is removed. A mail tells the registrant that the registration was declined.',
    resend: 'Send the mail again',
    delete: 'Delete',
    deleteOne: 'Delete the registration of {{name}}?',
    deleteAbout:
      'The submitted data is removed, and links in mails that were sent stop working. No mail is sent.',
    approved: '{{name}} is a user now.',
    declined: 'The registration was declined.',
    resent: 'The mail was sent again.',
    deleted: 'The registration was deleted.',
  },
  fr: {
    title: 'Inscriptions',
    about: 'Les personnes qui se sont inscrites et ne sont pas encore utilisateurs.',
    columns: { name: 'Nom', email: 'Courriel', state: 'État' },
    state: { confirm: 'Courriel non confirmé', approve: 'En attente d’approbation' },
    empty: 'Aucune inscription n’est en attente.',
    emptyAbout:
      'Toute inscription apparaît ici jusqu’à la confirmation du courriel et, si c’est réglé ainsi, l’approbation par un administrateur.',
    details: 'Données transmises',
    decision: 'Décision',
    waitsForApproval:
      'Le courriel est confirmé. En approuvant, le compte est utilisable aussitôt ; un courriel en informe la personne.',
    waitsForEmail: 'Le courriel n’est pas encore confirmé : la décision sera possible ensuite.',
    approve: 'Approuver',
    decline: 'Refuser',
    declineOne: 'Refuser l’inscription de {{name}} ?',
    declineAbout: 'Les données transmises sont supprimées. Un courriel informe la personne du refus.',
    resend: 'Renvoyer le courriel',
    delete: 'Supprimer',
    deleteOne: 'Supprimer l’inscription de {{name}} ?',
    deleteAbout:
      'Les données transmises sont supprimées et les liens des courriels envoyés ne fonctionnent plus. Aucun courriel n’est envoyé.',
    approved: '{{name}} est désormais utilisateur.',
    declined: 'L’inscription a été refusée.',
    resent: 'Le courriel a été renvoyé.',
    deleted: 'L’inscription a été supprimée.',
  },
});
