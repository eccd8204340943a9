import type { Entries } from '../entry';

const SEE_FORMAT = {
  en: '`docs/configuration-as-code.md` describes the files.',
  fr: '`docs/configuration-as-code.md` décrit les fichiers.',
} as const;

/** Configuration files, their plans and their application. */
export const configuration = {
  configuration_not_readable: {
    status: 422,
    detail: {
      en: 'The file cannot be read: {reason}.',
      fr: 'Le fichier ne peut pas être lu : {reason}.',
    },
    meaning:
      'A file or folder of the configuration cannot be opened, is no regular file, is too large, or is not text in UTF-8; or a folder has no configuration files.',
    remedy: {
      en: 'Correct the path, the permissions, the encoding or the size of the file.',
      fr: 'Corrigez le chemin, les droits d’accès, l’encodage ou la taille du fichier.',
    },
  },
  configuration_syntax_invalid: {
    status: 422,
    detail: {
      en: 'Not valid YAML or JSON: {reason}',
      fr: 'YAML ou JSON non valide : {reason}',
    },
    meaning: 'The text of a configuration file cannot be parsed.',
    remedy: {
      en: 'Correct the text at the line and column of the message.',
      fr: 'Corrigez le texte à la ligne et à la colonne du message.',
    },
  },
  configuration_too_complex: {
    status: 422,
    detail: {
      en: 'The file has more than {maximum} {what}.',
      fr: 'Le fichier dépasse la limite de {maximum} {what}.',
    },
    meaning:
      'A file is too deeply nested, or has too many values or characters, aliases of YAML counted as often as they are used.',
    remedy: {
      en: 'Divide the file, or use fewer aliases.',
      fr: 'Divisez le fichier, ou utilisez moins d’alias.',
    },
  },
  configuration_name_repeated: {
    status: 422,
    detail: {
      en: 'The name {name} is in line {line} already.',
      fr: 'Le nom {name} figure déjà à la ligne {line}.',
    },
    meaning: 'An object of a file has two members of one name.',
    remedy: { en: 'Remove one of them.', fr: 'Retirez l’un des deux.' },
  },
  configuration_section_missing: {
    status: 422,
    detail: {
      en: 'The file has no section {section}.',
      fr: 'Le fichier n’a pas de section {section}.',
    },
    meaning: 'A file that a setting names for this section does not have it.',
    remedy: { en: 'Add the section; it may be empty.', fr: 'Ajoutez la section ; elle peut être vide.' },
  },
  configuration_section_unknown: {
    status: 422,
    detail: {
      en: 'There is no section {section}. Sections are {sections}.',
      fr: 'Il n’existe pas de section {section}. Les sections sont {sections}.',
    },
    meaning:
      'A file has a section that is not read. Sections whose names begin with `x-` are ignored without a message.',
    remedy: { en: 'Correct the name, or remove the section.', fr: 'Corrigez le nom, ou retirez la section.' },
  },
  configuration_section_at_start: {
    status: 422,
    detail: {
      en: 'The section {section} is applied only when the API starts.',
      fr: 'La section {section} n’est appliquée qu’au démarrage de l’API.',
    },
    meaning:
      'Files that were sent to the API have webhooks, identity providers, nodes or hooks of the proxy.',
    remedy: {
      en: 'Put them into the files that the settings name, or create them by requests.',
      fr: 'Mettez ces entrées dans les fichiers que nomment les réglages, ou créez-les par des requêtes.',
    },
  },
  configuration_value_missing: {
    status: 422,
    detail: { en: '{field} is missing.', fr: '{field} est absent.' },
    meaning: 'An entry has no value for a field that it needs.',
    remedy: { en: `Add the field. ${SEE_FORMAT.en}`, fr: `Ajoutez le champ. ${SEE_FORMAT.fr}` },
  },
  configuration_value_invalid: {
    status: 422,
    detail: {
      en: '{field} must be {expected}.',
      fr: 'La valeur de {field} n’est pas valide ; valeur attendue : {expected}.',
    },
    meaning: 'A value of a file has another type or form than its field.',
    remedy: {
      en: `Correct the value; a text that YAML reads as another type needs quotes. ${SEE_FORMAT.en}`,
      fr: `Corrigez la valeur ; un texte que YAML lit comme un autre type doit être entre guillemets. ${SEE_FORMAT.fr}`,
    },
  },
  configuration_field_unknown: {
    status: 422,
    detail: {
      en: 'There is no field {field}. Fields are {fields}.',
      fr: 'Il n’existe pas de champ {field}. Les champs sont {fields}.',
    },
    meaning: 'An entry has a field that does not exist.',
    remedy: {
      en: `Correct the name of the field, or remove it. ${SEE_FORMAT.en}`,
      fr: `Corrigez le nom du champ, ou retirez-le. ${SEE_FORMAT.fr}`,
    },
  },
  configuration_variable_unset: {
    status: 422,
    detail: {
      en: 'The variable {name} is not set: its text stays as it is.',
      fr: 'La variable {name} n’est pas définie : son texte reste tel quel.',
    },
    meaning:
      'A file names a variable that the environment of the program that reads it does not have. This is a warning: the text may be meant as it is.',
    remedy: {
      en: 'Set the variable, to an empty text if it has no value, unless its text is meant.',
      fr: 'Définissez la variable, avec un texte vide si elle n’a pas de valeur, à moins que son texte ne soit voulu tel quel.',
    },
  },
  configuration_entry_replaced: {
    status: 422,
    detail: {
      en: 'This entry of {name} has no effect: {file}, line {line}, replaces it.',
      fr: 'Cette entrée de {name} est sans effet : {file}, ligne {line}, la remplace.',
    },
    meaning: 'Several entries have one name; the last one counts.',
    remedy: { en: 'Remove the entries that have no effect.', fr: 'Retirez les entrées sans effet.' },
  },
  configuration_principal_missing: {
    status: 422,
    detail: { en: 'The entry has neither user nor group.', fr: 'L’entrée n’a ni utilisateur ni groupe.' },
    meaning: 'An entry of `permissions` does not say whose permission it is.',
    remedy: { en: 'Add `user`, `group` or both.', fr: 'Ajoutez `user`, `group` ou les deux.' },
  },
  configuration_types_uneven: {
    status: 422,
    detail: {
      en: 'type has {types} segments, resource has {segments}.',
      fr: 'type comporte {types} segments, resource en comporte {segments}.',
    },
    meaning:
      'In an entry of `permissions`, `type` is neither one type nor one for each segment of `resource`.',
    remedy: {
      en: 'Give one type for all segments, or as many types as segments.',
      fr: 'Indiquez un type pour tous les segments, ou autant de types que de segments.',
    },
  },
  configuration_type_needed: {
    status: 422,
    detail: {
      en: 'The resource {name} does not exist; type must say what it is: {types}.',
      fr: 'La ressource {name} n’existe pas ; type doit indiquer ce qu’elle est : {types}.',
    },
    meaning: 'A resource would have to be created, and its service has several types of resources.',
    remedy: { en: 'Add `type` to the entry.', fr: 'Ajoutez `type` à l’entrée.' },
  },
  configuration_hooks_not_executed: {
    status: 422,
    detail: {
      en: 'The hooks of the service {name} are not executed: they may hide what the service answers.',
      fr: 'Les hooks du service {name} ne sont pas exécutés : ils masquent peut-être ce que le service répond.',
    },
    meaning:
      'An entry of `providers` has hooks, whose targets are functions in Python. Requests for the service are refused with 503 `configuration_not_usable`.',
    remedy: {
      en: 'Declare equivalent hooks in the file of `SVC_PROXY_HOOKS_FILE`. Where nothing depends on them, `SVC_CONFIG_HOOKS=ignore` allows requests without them.',
      fr: 'Déclarez des hooks équivalents dans le fichier de `SVC_PROXY_HOOKS_FILE`. Si rien n’en dépend, `SVC_CONFIG_HOOKS=ignore` autorise les requêtes sans eux.',
    },
  },
  configuration_service_type_differs: {
    status: 422,
    detail: {
      en: 'The service {name} has the type {type}, which cannot be changed.',
      fr: 'Le service {name} est du type {type}, qui ne peut pas être modifié.',
    },
    meaning: 'An entry of `providers` has another type than the service of that name.',
    remedy: {
      en: 'Use the type of the service, or delete the service first.',
      fr: 'Utilisez le type du service, ou supprimez d’abord le service.',
    },
  },
  configuration_refused: {
    status: 422,
    detail: {
      en: 'The configuration is refused: {count} of its entries cannot be used.',
      fr: 'La configuration est refusée : {count} de ses entrées ne sont pas utilisables.',
    },
    meaning: 'The configuration has errors, and nothing of it was applied.',
    remedy: {
      en: 'Correct what `messages` lists, each with file, line and column.',
      fr: 'Corrigez ce que liste `messages`, avec fichier, ligne et colonne.',
    },
  },
  configuration_files_invalid: {
    status: 422,
    detail: {
      en: 'files must be a list of 1 to {maximum} objects with the texts name and content.',
      fr: 'files doit être une liste de 1 à {maximum} objets avec les textes name et content.',
    },
    meaning: 'The field `files` of a plan or an application is not such a list.',
    remedy: {
      en: 'Send the name and the text of each file.',
      fr: 'Envoyez le nom et le texte de chaque fichier.',
    },
  },
  configuration_changed_meanwhile: {
    status: 409,
    detail: {
      en: 'What the configuration is about was changed again and again while it was applied.',
      fr: 'Les objets de la configuration ont été modifiés à plusieurs reprises pendant son application.',
    },
    meaning:
      'Each time the plan was to be applied, others had changed users, groups, services, resources or permissions.',
    remedy: {
      en: 'Repeat the request; what was applied in steps before remains.',
      fr: 'Répétez la requête ; ce qui a déjà été appliqué par étapes demeure.',
    },
  },
  configuration_plan_outdated: {
    status: 409,
    detail: {
      en: 'The plan is outdated: applied now, the files would change something else.',
      fr: 'Le plan est périmé : appliqués maintenant, les fichiers modifieraient autre chose.',
    },
    meaning:
      'The files, or the data that they are compared with, differ from those of the plan with this `plan_hash`. If the request states the `revision` of the plan, `later_changes` lists what was changed after it.',
    remedy: {
      en: 'Make a new plan, review it, and apply that one.',
      fr: 'Faites un nouveau plan, vérifiez-le et appliquez celui-là.',
    },
  },
  configuration_history_differs: {
    status: 409,
    detail: {
      en: 'The plan was made for another history of the database.',
      fr: 'Le plan a été fait pour un autre historique de la base de données.',
    },
    meaning:
      'The database was restored from a backup or replaced since the plan was made, or its change log no longer has the revision of the plan.',
    remedy: {
      en: 'Make a new plan, review it, and apply that one.',
      fr: 'Faites un nouveau plan, vérifiez-le et appliquez celui-là.',
    },
  },
  configuration_effect_differs: {
    status: 409,
    detail: {
      en: 'The plan has another effect now than the one that was reviewed.',
      fr: 'Le plan a maintenant un autre effet que celui qui a été vérifié.',
    },
    meaning:
      'The files would change the same, but who gains or loses access by it is not what it was, for instance because a group has other members. `effect` is the present one, `later_changes` what was changed after the `revision` of the request.',
    remedy: {
      en: 'Review the present effect. Then make a new plan, or apply this one with `accept_effect`.',
      fr: 'Vérifiez l’effet actuel. Faites ensuite un nouveau plan, ou appliquez celui-ci avec `accept_effect`.',
    },
  },
  configuration_gain_not_allowed: {
    status: 409,
    detail: {
      en: 'Removals of the plan give somebody access, which the request does not allow.',
      fr: 'Des suppressions du plan donnent un accès à quelqu’un, ce que la requête n’autorise pas.',
    },
    meaning:
      'The files no longer name a denial, a membership in a group that is denied something, or an object with denials; `prune` would remove it, and somebody would gain access by that.',
    remedy: {
      en: 'Review the effect and the changes with `gives_access`; apply the plan with `allow_gain`, or keep them in the files.',
      fr: 'Vérifiez l’effet et les modifications avec `gives_access` ; appliquez le plan avec `allow_gain`, ou gardez dans les fichiers ce qui serait supprimé.',
    },
  },
  configuration_file_sets_limit: {
    status: 409,
    detail: {
      en: 'There are {maximum} file sets already.',
      fr: 'Il existe déjà {maximum} ensembles de fichiers.',
    },
    meaning:
      'Files were applied under the name of a new file set, and there are as many file sets as there can be.',
    remedy: {
      en: 'Use the name of an existing set, or apply one with empty files and `prune`: a set that owns nothing is removed.',
      fr: 'Utilisez le nom d’un ensemble existant, ou appliquez-en un avec des fichiers vides et `prune` : un ensemble qui ne possède rien est supprimé.',
    },
  },
  import_not_found: {
    status: 404,
    detail: { en: 'Import not found.', fr: 'Import introuvable.' },
    meaning: 'There is no import of this number.',
    remedy: {
      en: '`GET /imports` lists the existing ones.',
      fr: '`GET /imports` liste les imports existants.',
    },
  },
  import_id_invalid: {
    status: 422,
    detail: { en: 'Invalid identifier of an import.', fr: 'Identifiant d’import non valide.' },
    meaning: 'The identifier in the path is not a positive integer.',
    remedy: {
      en: 'Use an identifier that a reply has returned.',
      fr: 'Utilisez un identifiant qu’une réponse a renvoyé.',
    },
  },
} as const satisfies Entries;
