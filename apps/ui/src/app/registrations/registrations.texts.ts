import { consoleTexts } from '../language/console-texts';

export const registrationsTexts = consoleTexts({
  en: {
    title: 'Registrations',
    about: 'Accounts that people have requested, until they can be used.',
    columns: { name: 'Name', email: 'Email', state: 'State' },
    state: { confirm: 'Email not confirmed', approve: 'Waiting for approval' },
    empty: 'No registration is waiting.',
    emptyAbout:
      'Registrations are listed here until the email address is confirmed and, if required, an administrator has approved them.',
    off: 'Registration is off',
    offAbout: 'Set SVC_USER_REGISTRATION_ENABLED to let people register themselves.',
    details: 'Submitted data',
    submittedAt: 'Submitted',
    decision: 'Decision',
    waitsForApproval:
      'The email address is confirmed. Once approved, the account can be used immediately; the registrant is notified by email.',
    waitsForEmail: 'The email address is not confirmed yet: you can decide on the registration once it is.',
    approve: 'Approve',
    decline: 'Decline',
    declineOne: 'Decline the registration of {{name}}?',
    declineAbout:
      'The submitted data is deleted. The registrant is notified by email that the registration was declined.',
    resend: 'Send the email again',
    delete: 'Delete without notice',
    deleteOne: 'Delete the registration of {{name}}?',
    deleteAbout:
      'The submitted data is deleted, and links in emails that were sent stop working. No email is sent.',
    approved: '{{name}} is a user now.',
    declined: 'The registration was declined.',
    resent: 'The email was sent again.',
    deleted: 'The registration was deleted.',
  },
  fr: {
    title: 'Inscriptions',
    about: 'Les comptes demandés, jusqu’à ce qu’ils soient utilisables.',
    columns: { name: 'Nom', email: 'Courriel', state: 'État' },
    state: { confirm: 'Courriel non confirmé', approve: 'En attente d’approbation' },
    empty: 'Aucune inscription n’est en attente.',
    emptyAbout:
      'Toute inscription apparaît ici jusqu’à la confirmation du courriel et, si elle est requise, l’approbation par un administrateur.',
    off: 'L’inscription est désactivée',
    offAbout: 'Réglez SVC_USER_REGISTRATION_ENABLED pour que chacun puisse s’inscrire.',
    details: 'Données transmises',
    submittedAt: 'Envoyée',
    decision: 'Décision',
    waitsForApproval:
      'L’adresse est confirmée. Une fois l’inscription approuvée, le compte est utilisable immédiatement ; un courriel en informe la personne.',
    waitsForEmail: 'L’adresse n’est pas encore confirmée : la décision sera possible ensuite.',
    approve: 'Approuver',
    decline: 'Refuser',
    declineOne: 'Refuser l’inscription « {{name}} » ?',
    declineAbout: 'Les données transmises sont supprimées. Un courriel informe la personne du refus.',
    resend: 'Renvoyer le courriel',
    delete: 'Supprimer sans avis',
    deleteOne: 'Supprimer l’inscription « {{name}} » ?',
    deleteAbout:
      'Les données transmises sont supprimées et les liens des courriels envoyés ne fonctionnent plus. Aucun courriel n’est envoyé.',
    approved: '{{name}} est désormais utilisateur.',
    declined: 'L’inscription a été refusée.',
    resent: 'Le courriel a été renvoyé.',
    deleted: 'L’inscription a été supprimée.',
  },
});
