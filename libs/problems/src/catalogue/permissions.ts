import type { Entries } from '../entry';

const SEE_CHANGES = {
  en: '`docs/reference/console-api.md` describes the entries of the body.',
  fr: '`docs/reference/console-api.md` décrit les entrées du corps.',
} as const;
const SEE_BODY = {
  en: '`docs/permissions.md` describes the entries of the body.',
  fr: '`docs/permissions.md` décrit les entrées du corps.',
} as const;

/** Permissions of users and groups on services and resources. */
export const permissions = {
  permission_missing: {
    status: 400,
    detail: {
      en: 'permission or permission_name is required.',
      fr: 'permission ou permission_name est obligatoire.',
    },
    meaning: 'The body has no permission.',
    remedy: {
      en: 'Send a permission as a string or an object.',
      fr: 'Envoyez une permission sous forme de chaîne ou d’objet.',
    },
  },
  permission_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: { en: 'Invalid permission.', fr: 'Permission non valide.' },
    meaning: 'The name or a modifier of the permission is unknown or malformed.',
    remedy: {
      en: 'Use a name and modifiers from `docs/permissions.md`.',
      fr: 'Utilisez un nom et des modificateurs de `docs/permissions.md`.',
    },
  },
  permission_not_applicable: {
    status: 400,
    detail: {
      en: 'The permission does not apply to resources of this type. Applicable permissions are {names}.',
      fr: 'La permission ne s’applique pas aux ressources de ce type. Les permissions applicables sont {names}.',
    },
    meaning: 'Resources of this type cannot have this permission.',
    remedy: {
      en: 'Use one of the names in `param.compare`.',
      fr: 'Utilisez l’un des noms de `param.compare`.',
    },
  },
  permission_already_set: {
    status: 409,
    detail: {
      en: 'This permission is already set on the resource.',
      fr: 'Cette permission est déjà définie sur la ressource.',
    },
    meaning:
      'The user or group already has a permission with this name on the resource, possibly with other modifiers.',
    remedy: { en: 'Replace it with `PUT`.', fr: 'Remplacez-la avec `PUT`.' },
  },
  permission_not_set: {
    status: 404,
    detail: {
      en: 'This permission is not set on the resource.',
      fr: 'Cette permission n’est pas définie sur la ressource.',
    },
    meaning: 'The user or group has no permission with this name on the resource itself.',
    remedy: {
      en: 'Check inherited permissions with `inherited=true`.',
      fr: 'Vérifiez les permissions héritées avec `inherited=true`.',
    },
  },
  permission_target_deleted: {
    status: 404,
    detail: {
      en: 'The user, group or resource has been deleted.',
      fr: 'L’utilisateur, le groupe ou la ressource a été supprimé.',
    },
    meaning: 'Another request deleted the user, group or resource concurrently.',
    remedy: {
      en: 'Read the current state and retry if it still applies.',
      fr: 'Lisez l’état actuel, et réessayez si la modification a encore un sens.',
    },
  },
  anonymous_user_permissions: {
    status: 403,
    detail: {
      en: 'Permissions cannot be set for the anonymous user, nor for the user of a node. Set them for the anonymous group, or for the group of the node.',
      fr: 'Les permissions ne peuvent être définies ni pour l’utilisateur anonyme, ni pour celui d’un nœud. Définissez-les pour le groupe anonyme, ou pour celui du nœud.',
    },
    meaning:
      'Permissions of requests without a session are those of the anonymous group, and permissions of the users of another instance those of the groups of its node.',
    remedy: {
      en: 'Use the anonymous group, or the group of the node.',
      fr: 'Utilisez le groupe anonyme, ou le groupe du nœud.',
    },
  },
  bulk_permissions_missing: {
    status: 400,
    detail: { en: 'permissions is required.', fr: 'permissions est obligatoire.' },
    meaning: 'The body of `PATCH /permissions` has no field `permissions`.',
    remedy: SEE_BODY,
  },
  bulk_permissions_not_a_list: {
    status: 422,
    detail: { en: 'permissions must be a list.', fr: 'permissions doit être une liste.' },
    meaning: 'The field `permissions` of `PATCH /permissions` is not a list.',
    remedy: SEE_BODY,
  },
  bulk_permissions_too_long: {
    status: 400,
    detail: {
      en: 'permissions must have at most {maximum} entries.',
      fr: 'permissions doit comporter au plus {maximum} entrées.',
    },
    meaning: 'The list has more entries than a branch of resources can have.',
    remedy: { en: 'Split the request.', fr: 'Divisez la requête.' },
  },
  bulk_permissions_without_permission: {
    status: 400,
    detail: {
      en: 'At least one entry of permissions must have a permission.',
      fr: 'Au moins une entrée de permissions doit comporter une permission.',
    },
    meaning: 'None of the entries sets or removes a permission.',
    remedy: SEE_BODY,
  },
  bulk_entry_not_an_object: {
    status: 400,
    detail: { en: '{field} must be an object.', fr: '{field} doit être un objet.' },
    meaning: 'An entry of `PATCH /permissions` is a scalar or a list.',
    remedy: SEE_BODY,
  },
  bulk_entry_without_principal: {
    status: 400,
    detail: {
      en: '{field} has a permission and must name a user or a group.',
      fr: '{field} comporte une permission et doit nommer un utilisateur ou un groupe.',
    },
    meaning: 'An entry of `PATCH /permissions` has a permission without a user or group.',
    remedy: SEE_BODY,
  },
  bulk_entry_name_invalid: {
    status: 400,
    detail: {
      en: '{field} must be the name of a user or group.',
      fr: '{field} doit être le nom d’un utilisateur ou d’un groupe.',
    },
    meaning: 'An entry of `PATCH /permissions` has a malformed name.',
    remedy: SEE_BODY,
  },
  bulk_entry_resource_name_invalid: {
    status: 400,
    detail: { en: '{field} must be a resource name.', fr: '{field} doit être un nom de ressource.' },
    meaning: 'An entry of `PATCH /permissions` has a missing or malformed resource name.',
    remedy: SEE_BODY,
  },
  bulk_entry_type_invalid: {
    status: 400,
    detail: {
      en: '{field} must be service in the first entry, and another resource type in all others.',
      fr: '{field} doit être service dans la première entrée, et un autre type de ressource dans toutes les autres.',
    },
    meaning: 'The entries of `PATCH /permissions` describe a branch that begins with a service.',
    remedy: SEE_BODY,
  },
  bulk_entry_action_unknown: {
    status: 400,
    detail: { en: '{field} must be create or remove.', fr: '{field} doit être create ou remove.' },
    meaning: 'An entry of `PATCH /permissions` has an unknown action.',
    remedy: SEE_BODY,
  },
  principal_required: {
    status: 400,
    detail: {
      en: 'Either user_name or group_name is required.',
      fr: 'Soit user_name, soit group_name est obligatoire.',
    },
    meaning: 'The query or the change names neither a user nor a group, or both.',
    remedy: { en: 'Send one of the two.', fr: 'Envoyez l’un des deux.' },
  },
  permission_changes_missing: {
    status: 400,
    detail: { en: 'changes is required.', fr: 'changes est obligatoire.' },
    meaning: 'The body has no changes of permissions.',
    remedy: SEE_CHANGES,
  },
  permission_changes_not_a_list: {
    status: 422,
    detail: { en: 'changes must be a list.', fr: 'changes doit être une liste.' },
    meaning: 'The field `changes` is not a list.',
    remedy: SEE_CHANGES,
  },
  permission_changes_too_many: {
    status: 400,
    detail: {
      en: 'changes must have at most {maximum} entries.',
      fr: 'changes doit comporter au plus {maximum} entrées.',
    },
    meaning: 'The list has more changes than one transaction applies.',
    remedy: { en: 'Split the request.', fr: 'Divisez la requête.' },
  },
  permission_change_invalid: {
    status: 422,
    detail: {
      en: '{field} must be {expected}.',
      fr: '{field} doit être {expected}.',
    },
    meaning: 'A change of permissions is not an object, or one of its fields has an unusable value.',
    remedy: SEE_CHANGES,
  },
  permission_change_repeated: {
    status: 400,
    detail: {
      en: '{field} changes the same assignment as another entry.',
      fr: '{field} modifie la même attribution qu’une autre entrée.',
    },
    meaning: 'Two changes have the same principal, resource and permission name.',
    remedy: { en: 'Send one of them.', fr: 'N’en envoyez qu’une.' },
  },
  permissions_changed_meanwhile: {
    status: 412,
    detail: {
      en: 'Permission assignments have changed since the revision in If-Match. Nothing was changed.',
      fr: 'Des attributions de permissions ont changé depuis la révision indiquée par If-Match. Rien n’a été modifié.',
    },
    meaning:
      'An assignment that the request sets or removes was changed after the revision in `If-Match`; `conflicts` lists such assignments.',
    remedy: {
      en: 'Compare the current assignments with the intended ones, and send the request with the newest revision.',
      fr: 'Comparez les attributions actuelles avec celles que vous voulez, et envoyez la requête avec la révision la plus récente.',
    },
  },
} as const satisfies Entries;
