import type { Entries } from '../entry';

/** The network of instances. Reference: network-protocol#errors. */
export const network = {
  network_disabled: {
    status: 501,
    detail: { en: 'Network mode is disabled.', fr: 'Le mode réseau est désactivé.' },
    meaning: 'The operation requires network mode.',
    remedy: {
      en: 'Enable network mode in the configuration.',
      fr: 'Activez le mode réseau dans la configuration.',
    },
  },
  network_node_not_found: {
    status: 404,
    detail: { en: 'Network node not found.', fr: 'Nœud du réseau introuvable.' },
    meaning: 'No node with this name is registered.',
    remedy: {
      en: '`GET /network/nodes` lists the registered ones.',
      fr: '`GET /network/nodes` liste les nœuds enregistrés.',
    },
  },
  network_node_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: {
      en: 'The name of a node must be lower-case letters and digits, joined by single - or _.',
      fr: 'Le nom d’un nœud doit être formé de minuscules et de chiffres, joints par un seul - ou _.',
    },
    meaning: 'The name of the node is malformed. 400 in a body, 422 in a path.',
    remedy: {
      en: 'Use the `SVC_NETWORK_INSTANCE_NAME` of the other instance.',
      fr: 'Utilisez le `SVC_NETWORK_INSTANCE_NAME` de l’autre instance.',
    },
  },
  network_node_name_taken: {
    status: 409,
    detail: {
      en: 'A node, or this instance, has this name already.',
      fr: 'Un nœud, ou cette instance, porte déjà ce nom.',
    },
    meaning:
      'Names of nodes are unique, and none is that of this instance; a new name must differ from the current one.',
    remedy: {
      en: 'Change the existing node, or use another name.',
      fr: 'Modifiez le nœud existant, ou utilisez un autre nom.',
    },
  },
  network_node_value_invalid: {
    status: 400,
    detail: {
      en: '{field} of a node must be an absolute http or https URL without credentials.',
      fr: 'Le champ {field} d’un nœud doit être une URL http ou https absolue, sans identifiants.',
    },
    meaning: 'An address of the node, or one in the list `redirect_uris`, is not usable.',
    remedy: {
      en: 'Correct the field that `param.name` names.',
      fr: 'Corrigez le champ que nomme `param.name`.',
    },
  },
  network_redirect_uris_invalid: {
    status: 400,
    detail: {
      en: 'redirect_uris must be a JSON list of URLs.',
      fr: 'redirect_uris doit être une liste JSON d’URL.',
    },
    meaning: 'The field is neither a list of texts nor a text with such a list in JSON.',
    remedy: {
      en: 'Send a list such as `["https://b.example.org/network/link"]`.',
      fr: 'Envoyez une liste telle que `["https://b.example.org/network/link"]`.',
    },
  },
  network_node_target_refused: {
    status: 400,
    detail: {
      en: 'Requests to {field} are not allowed: {reason}.',
      fr: 'Les requêtes vers {field} ne sont pas autorisées : {reason}.',
    },
    meaning:
      'Gatehouse sends requests to public addresses over https only, and to targets in `SVC_OUTGOING_ALLOWED`.',
    remedy: {
      en: 'Add the host of the node to `SVC_OUTGOING_ALLOWED`, or use its public https address.',
      fr: 'Ajoutez l’hôte du nœud à `SVC_OUTGOING_ALLOWED`, ou utilisez son adresse https publique.',
    },
  },
  network_node_unchanged: {
    status: 400,
    detail: { en: 'The request does not change the node.', fr: 'La requête ne modifie pas le nœud.' },
    meaning: 'The request contains none of the fields of a node.',
    remedy: { en: 'Send at least one field.', fr: 'Envoyez au moins un champ.' },
  },
  network_request_failed: {
    status: 500,
    detail: {
      en: 'The node {node} could not carry out the request: {reason}.',
      fr: 'Le nœud {node} n’a pas pu traiter la requête : {reason}.',
    },
    meaning: 'The other instance cannot be reached, or has refused the request.',
    remedy: {
      en: 'See the state of the node in `GET /network/nodes/{node_name}/state`, and retry later.',
      fr: 'Consultez l’état du nœud dans `GET /network/nodes/{node_name}/state`, et réessayez plus tard.',
    },
  },
  network_token_not_found: {
    status: 404,
    detail: {
      en: 'The user has no token at this node.',
      fr: 'L’utilisateur n’a pas de jeton auprès de ce nœud.',
    },
    meaning: 'There is no token to cancel.',
    remedy: { en: 'Nothing needs to be done.', fr: 'Il n’y a rien à faire.' },
  },
  network_issuer_unknown: {
    status: 404,
    detail: {
      en: 'The issuer of the message is not a registered node.',
      fr: 'L’émetteur du message n’est pas un nœud enregistré.',
    },
    meaning: 'The claim `iss` of the signed message names no node of this instance.',
    remedy: {
      en: 'Register the node under the `SVC_NETWORK_INSTANCE_NAME` of that instance.',
      fr: 'Enregistrez le nœud sous le `SVC_NETWORK_INSTANCE_NAME` de cette instance.',
    },
  },
  network_message_rejected: {
    status: 400,
    detail: {
      en: 'The signed message is not accepted: {reason}.',
      fr: 'Le message signé n’est pas accepté : {reason}.',
    },
    meaning:
      'The message is malformed, expired, addressed to another instance, meant for another operation, not signed by a key of its issuer, or was received before. `call.error` has the reason as a keyword.',
    remedy: {
      en: 'Compare clocks, instance names and `jwks_url` of both instances, and send a new message.',
      fr: 'Comparez les horloges, les noms et le `jwks_url` des deux instances, et envoyez un nouveau message.',
    },
  },
  network_key_set_unavailable: {
    status: 500,
    detail: {
      en: 'The key set of the node {node} cannot be read: {reason}.',
      fr: 'Le jeu de clés du nœud {node} ne peut pas être lu : {reason}.',
    },
    meaning: 'Messages of the node cannot be verified without its key set at `jwks_url`.',
    remedy: {
      en: 'Correct `jwks_url`, or `SVC_OUTGOING_ALLOWED`, and check that the node is running.',
      fr: 'Corrigez `jwks_url`, ou `SVC_OUTGOING_ALLOWED`, et vérifiez que le nœud est en marche.',
    },
  },
  network_user_not_allowed: {
    status: 403,
    detail: {
      en: 'Users of the network and the anonymous user cannot do this.',
      fr: 'Les utilisateurs du réseau et l’utilisateur anonyme ne peuvent pas faire cela.',
    },
    meaning:
      'The user of a node represents unlinked users of another instance: it gets no tokens of other nodes and cannot be linked.',
    remedy: {
      en: 'Sign in with an account of this instance.',
      fr: 'Connectez-vous avec un compte de cette instance.',
    },
  },
  remote_user_not_found: {
    status: 404,
    detail: { en: 'Remote user not found.', fr: 'Utilisateur distant introuvable.' },
    meaning: 'The node has no remote user of this name.',
    remedy: {
      en: '`GET /network/remote_users` lists the existing ones.',
      fr: '`GET /network/remote_users` liste les utilisateurs distants existants.',
    },
  },
  remote_user_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: { en: 'Invalid name of a remote user.', fr: 'Nom d’utilisateur distant non valide.' },
    meaning: 'The name is malformed or longer than 128 characters. 400 in a body, 422 in a path.',
    remedy: {
      en: 'Use the name that the user has at the other instance.',
      fr: 'Utilisez le nom de l’utilisateur sur l’autre instance.',
    },
  },
  remote_user_exists: {
    status: 409,
    detail: {
      en: 'The remote user, or a link of the local user with this node, exists already.',
      fr: 'L’utilisateur distant, ou un lien de l’utilisateur local avec ce nœud, existe déjà.',
    },
    meaning: 'A name of a node belongs to one remote user, and a local user is linked once with each node.',
    remedy: {
      en: 'Delete the existing remote user first.',
      fr: 'Supprimez d’abord l’utilisateur distant existant.',
    },
  },
  remote_user_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the remote user.',
      fr: 'La requête ne modifie pas l’utilisateur distant.',
    },
    meaning: 'The request contains none of the fields that can be changed.',
    remedy: { en: 'Send at least one field.', fr: 'Envoyez au moins un champ.' },
  },
  network_link_user_mismatch: {
    status: 403,
    detail: {
      en: 'The link was requested by another user.',
      fr: 'Le lien a été demandé par un autre utilisateur.',
    },
    meaning:
      'The consent that the other instance has signed was given to another user than the signed-in one.',
    remedy: {
      en: 'Sign in as the user who started the link, and start again.',
      fr: 'Connectez-vous en tant qu’utilisateur qui a commencé le lien, et recommencez.',
    },
  },
  network_link_not_started: {
    status: 403,
    detail: {
      en: 'This session has not started this link, or has completed it already.',
      fr: 'Cette session n’a pas commencé ce lien, ou l’a déjà terminé.',
    },
    meaning: 'A link is completed once, within ten minutes, in the session that has started it.',
    remedy: { en: 'Start the link again.', fr: 'Recommencez le lien.' },
  },
  network_authorization_invalid: {
    status: 400,
    detail: {
      en: 'The request for consent is not valid: {reason}.',
      fr: 'La demande de consentement n’est pas valide : {reason}.',
    },
    meaning:
      '`response_type` is not `id_token`, `redirect_uri` is not registered for the node, or the request has expired.',
    remedy: {
      en: 'Start the link again at the other instance.',
      fr: 'Recommencez le lien sur l’autre instance.',
    },
  },
} as const satisfies Entries;
