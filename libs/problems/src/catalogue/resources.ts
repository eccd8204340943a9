import type { Entries } from '../entry';

const SEE_STRUCTURE = {
  en: '`GET /services/{service_name}` returns the allowed structure in `resource_structure_allowed`.',
  fr: '`GET /services/{service_name}` renvoie la structure autorisée dans `resource_structure_allowed`.',
} as const;

/** Resources below services. */
export const resources = {
  resource_not_found: {
    status: 404,
    detail: { en: 'Resource not found.', fr: 'Ressource introuvable.' },
    meaning: 'No resource has this identifier.',
    remedy: {
      en: 'Check the identifier; `GET /resources` lists the existing ones.',
      fr: 'Vérifiez l’identifiant ; `GET /resources` liste les ressources existantes.',
    },
  },
  change_feed_interrupted: {
    status: 503,
    detail: {
      en: 'More than {maximum} resources cannot be listed while the change feed is interrupted. Try again later.',
      fr: 'Plus de {maximum} ressources ne peuvent pas être listées tant que le flux de modifications est interrompu. Réessayez plus tard.',
    },
    meaning:
      'The data in memory are not current, since the process has lost the change feed; whole trees of this size are not read from the database.',
    remedy: {
      en: 'Repeat the request after `Retry-After`, or read the children of single resources (`GET /resources/{resource_id}/children`). The administrator finds the cause in the log.',
      fr: 'Répétez la requête après le délai de `Retry-After`, ou lisez les enfants d’une ressource à la fois (`GET /resources/{resource_id}/children`). L’administrateur trouve la cause dans le journal.',
    },
  },
  parent_resource_not_found: {
    status: 404,
    detail: { en: 'Parent resource not found.', fr: 'Ressource parente introuvable.' },
    meaning: 'No resource has the identifier in `parent_id`.',
    remedy: { en: 'Check the identifier.', fr: 'Vérifiez l’identifiant.' },
  },
  resource_id_invalid: {
    status: 400,
    detail: {
      en: 'Invalid resource identifier. It must be an integer.',
      fr: 'Identifiant de ressource non valide. Il doit être un entier.',
    },
    meaning: 'The identifier in the path is not an integer.',
    remedy: { en: 'Use the `resource_id` of a reply.', fr: 'Utilisez le `resource_id` d’une réponse.' },
  },
  resource_is_service: {
    status: 403,
    detail: {
      en: 'The resource is a service. Use the operations of services.',
      fr: 'La ressource est un service. Utilisez les opérations des services.',
    },
    meaning: 'The operation is only for resources below a service.',
    remedy: { en: 'Use `/services/{service_name}`.', fr: 'Utilisez `/services/{service_name}`.' },
  },
  resource_not_in_service: {
    status: 404,
    detail: {
      en: 'The resource does not belong to the service.',
      fr: 'La ressource n’appartient pas au service.',
    },
    meaning: 'The path names a resource of another service.',
    remedy: {
      en: 'Use the service that the resource belongs to.',
      fr: 'Utilisez le service auquel appartient la ressource.',
    },
  },
  parent_resource_not_in_service: {
    status: 403,
    detail: {
      en: 'The parent resource does not belong to the service.',
      fr: 'La ressource parente n’appartient pas au service.',
    },
    meaning: '`parent_id` names a resource of another service.',
    remedy: {
      en: 'Use a resource of the service in the path.',
      fr: 'Utilisez une ressource du service qui figure dans le chemin.',
    },
  },
  resource_type_unknown: {
    status: 400,
    detail: { en: 'Unknown resource type.', fr: 'Type de ressource inconnu.' },
    meaning: 'No resource type has this name.',
    remedy: SEE_STRUCTURE,
  },
  resource_children_not_allowed: {
    status: 403,
    otherStatuses: [400],
    detail: {
      en: 'This resource cannot have child resources.',
      fr: 'Cette ressource ne peut pas avoir de ressources enfants.',
    },
    meaning: 'The resource type of the parent does not allow child resources. 400 in `PATCH /permissions`.',
    remedy: SEE_STRUCTURE,
  },
  resource_type_not_allowed: {
    status: 403,
    otherStatuses: [400],
    detail: {
      en: 'Resources of this type are not allowed in the service. Allowed types are {types}.',
      fr: 'Les ressources de ce type ne sont pas autorisées dans le service. Les types autorisés sont {types}.',
    },
    meaning: 'The service type does not have resources of this type. 400 in `PATCH /permissions`.',
    remedy: SEE_STRUCTURE,
  },
  resource_type_not_allowed_here: {
    status: 422,
    otherStatuses: [400],
    detail: {
      en: 'Resources of this type are not allowed below this parent. Allowed types are {types}.',
      fr: 'Les ressources de ce type ne sont pas autorisées sous cette ressource parente. Les types autorisés sont {types}.',
    },
    meaning:
      'The service type allows such resources, but not below this parent. 400 in `PATCH /permissions`.',
    remedy: SEE_STRUCTURE,
  },
  resource_type_mismatch: {
    status: 400,
    detail: {
      en: 'The existing resource has another type: {type}.',
      fr: 'La ressource existante est d’un autre type\u00a0: {type}.',
    },
    meaning: 'An entry of `PATCH /permissions` names an existing resource with another type.',
    remedy: {
      en: 'Use the type of the existing resource.',
      fr: 'Utilisez le type de la ressource existante.',
    },
  },
  resource_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: { en: 'Invalid resource name.', fr: 'Nom de ressource non valide.' },
    meaning: 'The name contains characters that are not allowed in resource names.',
    remedy: {
      en: 'Use a name that matches the pattern in `param.compare`.',
      fr: 'Utilisez un nom qui correspond au motif de `param.compare`.',
    },
  },
  resource_name_unchanged: {
    status: 400,
    detail: { en: 'The resource already has this name.', fr: 'La ressource porte déjà ce nom.' },
    meaning: 'The new name is the current name.',
    remedy: { en: 'No action is needed.', fr: 'Il n’y a rien à faire.' },
  },
  resource_name_taken: {
    status: 409,
    detail: {
      en: 'A resource with this name already exists below the same parent.',
      fr: 'Une ressource portant ce nom existe déjà sous la même ressource parente.',
    },
    meaning: 'Names of siblings are unique, ignoring case.',
    remedy: { en: 'Use another name.', fr: 'Utilisez un autre nom.' },
  },
  resource_too_deep: {
    status: 422,
    otherStatuses: [400],
    detail: {
      en: 'Resources can be nested at most {maximum} levels deep.',
      fr: 'Les ressources peuvent être imbriquées sur {maximum} niveaux au plus.',
    },
    meaning: 'The new resource would be deeper in the tree than allowed.',
    remedy: { en: 'Use a flatter structure.', fr: 'Utilisez une structure moins profonde.' },
  },
} as const satisfies Entries;
