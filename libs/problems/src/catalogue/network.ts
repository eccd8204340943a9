import type { Entries } from '../entry';

/** The network of instances. Reference: network-protocol#errors. */
export const network = {
  network_disabled: {
    status: 501,
    detail: { en: 'Network mode is disabled.', fr: 'Le mode réseau est désactivé.' },
    meaning: 'The operation requires network mode.',
    remedy: 'Enable network mode in the configuration.',
  },
  network_node_not_found: {
    status: 404,
    detail: { en: 'Network node not found.', fr: 'Nœud du réseau introuvable.' },
    meaning: 'No node with this name is registered.',
    remedy: '`GET /network/nodes` lists the registered ones.',
  },
  network_node_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: {
      en: 'The name of a node must be lower-case letters and digits, joined by single - or _.',
      fr: 'Le nom d’un nœud doit être formé de minuscules et de chiffres, joints par un seul - ou _.',
    },
    meaning: 'The name of the node is malformed. 400 in a body, 422 in a path.',
    remedy: 'Use the `SVC_NETWORK_INSTANCE_NAME` of the other instance.',
  },
  network_node_name_taken: {
    status: 409,
    detail: { en: 'A node has this name already.', fr: 'Un nœud porte déjà ce nom.' },
    meaning: 'Names of nodes are unique; a new name must differ from the current one.',
    remedy: 'Change the existing node, or use another name.',
  },
  network_node_value_invalid: {
    status: 400,
    detail: {
      en: '{field} of a node must be an absolute http or https URL without credentials.',
      fr: 'Le champ {field} d’un nœud doit être une URL http ou https absolue, sans identifiants.',
    },
    meaning: 'An address of the node, or one in the list `redirect_uris`, is not usable.',
    remedy: 'Correct the field that `param.name` names.',
  },
  network_redirect_uris_invalid: {
    status: 400,
    detail: {
      en: 'redirect_uris must be a JSON list of URLs.',
      fr: 'redirect_uris doit être une liste JSON d’URL.',
    },
    meaning: 'The field is neither a list of texts nor a text with such a list in JSON.',
    remedy: 'Send a list such as `["https://b.example.org/network/link"]`.',
  },
  network_node_target_refused: {
    status: 400,
    detail: {
      en: 'Requests to {field} are not allowed: {reason}.',
      fr: 'Les requêtes vers {field} ne sont pas autorisées : {reason}.',
    },
    meaning:
      'Gatehouse sends requests to public addresses over https only, and to targets in `SVC_OUTGOING_ALLOWED`.',
    remedy: 'Add the host of the node to `SVC_OUTGOING_ALLOWED`, or use its public https address.',
  },
  network_node_unchanged: {
    status: 400,
    detail: { en: 'The request does not change the node.', fr: 'La requête ne modifie pas le nœud.' },
    meaning: 'The request contains none of the fields of a node.',
    remedy: 'Send at least one field.',
  },
  network_request_failed: {
    status: 500,
    detail: {
      en: 'The node {node} could not carry out the request: {reason}.',
      fr: 'Le nœud {node} n’a pas pu traiter la requête : {reason}.',
    },
    meaning: 'The other instance cannot be reached, or has refused the request.',
    remedy: 'See the state of the node in `GET /network/nodes/{node_name}/state`, and retry later.',
  },
  network_token_not_found: {
    status: 404,
    detail: {
      en: 'The user has no token at this node.',
      fr: 'L’utilisateur n’a pas de jeton auprès de ce nœud.',
    },
    meaning: 'There is no token to cancel.',
    remedy: 'Nothing needs to be done.',
  },
  network_issuer_unknown: {
    status: 404,
    detail: {
      en: 'The issuer of the message is not a registered node.',
      fr: 'L’émetteur du message n’est pas un nœud enregistré.',
    },
    meaning: 'The claim `iss` of the signed message names no node of this instance.',
    remedy: 'Register the node under the `SVC_NETWORK_INSTANCE_NAME` of that instance.',
  },
  network_message_rejected: {
    status: 400,
    detail: {
      en: 'The signed message is not accepted: {reason}.',
      fr: 'Le message signé n’est pas accepté : {reason}.',
    },
    meaning:
      'The message is malformed, expired, addressed to another instance, meant for another operation, not signed by a key of its issuer, or was received before. `call.error` has the reason as a keyword.',
    remedy: 'Compare clocks, instance names and `jwks_url` of both instances, and send a new message.',
  },
  network_key_set_unavailable: {
    status: 500,
    detail: {
      en: 'The key set of the node {node} cannot be read: {reason}.',
      fr: 'Le jeu de clés du nœud {node} ne peut pas être lu : {reason}.',
    },
    meaning: 'Messages of the node cannot be verified without its key set at `jwks_url`.',
    remedy: 'Correct `jwks_url`, or `SVC_OUTGOING_ALLOWED`, and check that the node is running.',
  },
  network_user_not_allowed: {
    status: 403,
    detail: {
      en: 'Users of the network and the anonymous user cannot do this.',
      fr: 'Les utilisateurs du réseau et l’utilisateur anonyme ne peuvent pas faire cela.',
    },
    meaning:
      'The user of a node represents unlinked users of another instance: it gets no tokens of other nodes and cannot be linked.',
    remedy: 'Sign in with an account of this instance.',
  },
  remote_user_not_found: {
    status: 404,
    detail: { en: 'Remote user not found.', fr: 'Utilisateur distant introuvable.' },
    meaning: 'The node has no remote user of this name.',
    remedy: '`GET /network/remote_users` lists the existing ones.',
  },
  remote_user_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: { en: 'Invalid name of a remote user.', fr: 'Nom d’utilisateur distant non valide.' },
    meaning: 'The name is malformed or longer than 128 characters. 400 in a body, 422 in a path.',
    remedy: 'Use the name that the user has at the other instance.',
  },
  remote_user_exists: {
    status: 409,
    detail: {
      en: 'The remote user, or a link of the local user with this node, exists already.',
      fr: 'L’utilisateur distant, ou un lien de l’utilisateur local avec ce nœud, existe déjà.',
    },
    meaning: 'A name of a node belongs to one remote user, and a local user is linked once with each node.',
    remedy: 'Delete the existing remote user first.',
  },
  remote_user_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the remote user.',
      fr: 'La requête ne modifie pas l’utilisateur distant.',
    },
    meaning: 'The request contains none of the fields that can be changed.',
    remedy: 'Send at least one field.',
  },
  network_link_user_mismatch: {
    status: 403,
    detail: {
      en: 'The link was requested by another user.',
      fr: 'Le lien a été demandé par un autre utilisateur.',
    },
    meaning:
      'The consent that the other instance has signed was given to another user than the signed-in one.',
    remedy: 'Sign in as the user who started the link, and start again.',
  },
  network_link_not_started: {
    status: 403,
    detail: {
      en: 'This session has not started this link, or has completed it already.',
      fr: 'Cette session n’a pas commencé ce lien, ou l’a déjà terminé.',
    },
    meaning: 'A link is completed once, within ten minutes, in the session that has started it.',
    remedy: 'Start the link again.',
  },
  network_authorization_invalid: {
    status: 400,
    detail: {
      en: 'The request for consent is not valid: {reason}.',
      fr: 'La demande de consentement n’est pas valide : {reason}.',
    },
    meaning:
      '`response_type` is not `id_token`, `redirect_uri` is not registered for the node, or the request has expired.',
    remedy: 'Start the link again at the other instance.',
  },
} as const satisfies Entries;
