import type { Locale } from '@gatehouse/problems';
import type { ConflictCode } from './catalogue';

interface ConflictTexts {
  readonly summary: string;
  readonly rule: string;
}

const UNLESS_DENIAL =
  'Elle n’est pas importée. Avec un refus sur elle-même ou en dessous, l’import est bloqué jusqu’à une décision.';
const UNLESS_DENIAL_HE =
  'Il n’est pas importé. Avec un refus sur lui-même ou en dessous, l’import est bloqué jusqu’à une décision.';

/** The texts of the catalogue in French. */
const FRENCH: Readonly<Record<ConflictCode, ConflictTexts>> = {
  service_name_taken: {
    summary: 'Services dont un autre service, ici ou dans la source, porte le nom.',
    rule: 'L’import est bloqué : des services ne sont jamais fusionnés.',
  },
  service_name_invalid: {
    summary: 'Services dont le nom n’est permis à aucun service.',
    rule: UNLESS_DENIAL_HE,
  },
  service_type_unknown: { summary: 'Services d’un type inconnu.', rule: UNLESS_DENIAL_HE },
  service_url_invalid: {
    summary: 'Services dont l’adresse n’en est pas une.',
    rule: UNLESS_DENIAL_HE,
  },
  service_configuration_invalid: {
    summary: 'Services avec une configuration que leur type ne connaît pas.',
    rule: UNLESS_DENIAL_HE,
  },
  service_type_changed: {
    summary: 'Services dont le type dans la source n’est plus celui de leur import.',
    rule: 'L’import est bloqué : les permissions d’un service dépendent de son type.',
  },
  resource_orphaned: {
    summary:
      'Ressources qu’aucun service n’atteint : un parent ou le service manque, ou leurs parents forment un cycle.',
    rule: UNLESS_DENIAL,
  },
  resource_root_differs: {
    summary: 'Ressources qui nomment comme racine un autre service que celui où elles se trouvent.',
    rule: 'Elles sont importées là où se trouvent leurs parents.',
  },
  resource_moved: {
    summary: 'Ressources dont le parent dans la source n’est plus celui de leur import.',
    rule: 'L’import est bloqué : des ressources ne sont pas déplacées ici.',
  },
  resource_type_misplaced: {
    summary: 'Ressources d’un type inconnu, ou non permis sous leur parent.',
    rule: UNLESS_DENIAL,
  },
  resource_name_invalid: {
    summary: 'Ressources dont le nom n’est permis à aucune ressource.',
    rule: UNLESS_DENIAL,
  },
  resource_name_taken: {
    summary: 'Ressources du même parent dont les noms ne diffèrent que par la casse, ou pas du tout.',
    rule: 'La dernière, celle que les requêtes atteignaient, est importée. Les autres ne le sont pas ; avec un refus sur elles-mêmes ou en dessous, l’import est bloqué jusqu’à une décision.',
  },
  resource_too_deep: {
    summary: 'Ressources sous plus de niveaux qu’il ne peut y en avoir.',
    rule: UNLESS_DENIAL,
  },
  resource_parent_deleted: {
    summary: 'Nouvelles ressources sous des ressources supprimées ici.',
    rule: UNLESS_DENIAL,
  },
  group_name_invalid: {
    summary: 'Groupes dont le nom n’est permis à aucun groupe.',
    rule: UNLESS_DENIAL_HE,
  },
  group_name_taken: {
    summary: 'Groupes dont un autre groupe, ici ou dans la source, porte le nom, quelle que soit la casse.',
    rule: UNLESS_DENIAL_HE,
  },
  user_name_invalid: {
    summary: 'Utilisateurs dont le nom n’est permis à aucun utilisateur, ou est réservé.',
    rule: `Un nom avec des majuscules est importé en minuscules, et la connexion se fait comme avant. Pour les autres : ${UNLESS_DENIAL_HE}`,
  },
  user_name_taken: {
    summary:
      'Utilisateurs dont un autre utilisateur, ici ou dans la source, porte le nom, quelle que soit la casse.',
    rule: UNLESS_DENIAL_HE,
  },
  permission_malformed: {
    summary: 'Attributions dont le texte n’est pas une permission.',
    rule: 'Elles ne sont pas importées. Magpie prend un modificateur inconnu pour celui par défaut : d’un tel texte, un refus est importé, en tant que refus récursif.',
  },
  permission_not_allowed: {
    summary: 'Attributions d’une permission que le type de la ressource n’a pas.',
    rule: 'Elles ne sont pas importées. Un refus récursif d’une permission que des ressources en dessous peuvent avoir bloque l’import jusqu’à une décision.',
  },
  permission_repeated: {
    summary:
      'Plusieurs attributions d’une même permission à un utilisateur ou à un groupe sur une ressource.',
    rule: 'La plus étroite est importée : un refus avant une autorisation, parmi les refus le récursif, parmi les autorisations celle de la seule ressource.',
  },
  permission_of_anonymous: {
    summary: 'Attributions de comptes qui représentent des appelants inconnus.',
    rule: 'Elles ne sont pas importées : celles du groupe anonyme valent pour tous. Un refus bloque l’import jusqu’à une décision.',
  },
  membership_of_anonymous: {
    summary: 'Appartenances de l’utilisateur anonyme à d’autres groupes que le groupe anonyme.',
    rule: 'Elles ne sont pas importées. Si le groupe refuse quelque chose, l’import est bloqué jusqu’à une décision.',
  },
  administrator_not_granted: {
    summary:
      'Utilisateurs qui sont administrateurs dans la source par une permission sur une route, d’un autre groupe ou d’eux-mêmes, ou alors qu’il y en avait déjà d’autres ici.',
    rule: 'Ils ne deviennent pas administrateurs.',
  },
  administrator: {
    summary: 'Utilisateurs qui deviennent administrateurs.',
    rule: 'Ils sont membres du groupe des administrateurs, comme dans la source.',
  },
  email_taken: {
    summary:
      'Utilisateurs dont un autre utilisateur, ici ou dans la source, a l’adresse, quelle que soit la casse.',
    rule: 'Le premier utilisateur la garde ; les autres sont importés sans adresse.',
  },
  email_invalid: {
    summary: 'Utilisateurs dont l’adresse n’en est pas une, ou est réservée.',
    rule: 'Ils sont importés sans adresse.',
  },
  password_unknown: {
    summary: 'Utilisateurs dont le mot de passe est conservé sous une forme inconnue.',
    rule: 'Ils sont importés sans mot de passe, et il leur en faut un nouveau.',
  },
  password_missing: {
    summary: 'Utilisateurs sans mot de passe.',
    rule: 'Ils se connectent avec une identité d’un fournisseur, ou il leur faut un nouveau mot de passe.',
  },
  id_not_kept: {
    summary: 'Objets dont un autre porte ici l’identifiant.',
    rule: 'Ils ont un nouvel identifiant, qui figure dans la table de correspondance.',
  },
  sync_type_unknown: {
    summary: 'Services dont le type de synchronisation est inconnu.',
    rule: 'Ils sont importés sans ce type.',
  },
  terms_not_accepted: {
    summary: 'Groupes avec des conditions.',
    rule: 'Leurs membres le restent ; la source ne sait pas qui a accepté quel texte. Les liens en attente d’une acceptation prennent fin : l’appartenance est à demander à nouveau.',
  },
  identity_unconfirmed: {
    summary:
      'Identités chez des fournisseurs dont le sujet est un nom, que quelqu’un d’autre peut y enregistrer.',
    rule: 'Elles ne permettent aucune connexion avant d’être confirmées : par l’utilisateur, qui les lie après une connexion avec son mot de passe ou avec un lien pour un nouveau, ou par un administrateur dans un fichier de décisions.',
  },
  identity_taken: {
    summary: 'Identités chez des fournisseurs qu’un autre utilisateur a déjà.',
    rule: 'Elles ne sont pas importées.',
  },
  registration_links_end: {
    summary: 'Inscriptions qui ne sont pas terminées.',
    rule: 'Elles sont importées. Les liens des courriels de la source prennent fin : les personnes inscrites en demandent un nouveau, les administrateurs les approuvent ici.',
  },
  registration_name_taken: {
    summary:
      'Inscriptions dont le nom est inutilisable, ou porté par un utilisateur ou par une autre inscription.',
    rule: 'Elles ne sont pas importées.',
  },
  node_invalid: {
    summary: 'Nœuds dont le nom ou l’adresse n’est permis à aucun nœud.',
    rule: 'Ils ne sont pas importés, ni leurs utilisateurs distants et les jetons de ceux-ci.',
  },
  network_dangling: {
    summary:
      'Utilisateurs distants dont le nœud ou l’utilisateur lié n’est pas importé, et jetons qui n’appartiennent à personne.',
    rule: 'Ils ne sont pas importés.',
  },
  changed_on_both_sides: {
    summary: 'Ce qui a été modifié ici et dans la source depuis le dernier import.',
    rule: 'Parmi les attributions, la plus étroite est conservée. Les autres valeurs restent celles d’ici ; une option qui permet à d’autres d’adhérer est désactivée. Ce qui refuse quelque chose est conservé.',
  },
  unregistered_names: {
    summary:
      'Utilisateurs et groupes auxquels quelque chose est refusé dans des services dont les noms de couches doivent être enregistrés pour eux.',
    rule: 'Les requêtes sur des couches qui ne sont pas enregistrées leur sont refusées (`unregistered_names: safe`) ; enregistrez les noms, ou réglez l’option du service.',
  },
};

/** Summary and rule of the conflicts of a report in a language; as they are stored for a code that is not known any more. */
export function conflictTexts(
  { code, summary, rule }: ConflictTexts & { readonly code: string },
  locale: Locale,
): ConflictTexts {
  if (locale === 'fr' && Object.hasOwn(FRENCH, code)) return FRENCH[code as ConflictCode];
  return { summary, rule };
}
