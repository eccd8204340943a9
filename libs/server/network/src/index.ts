export { type ConsentRequest, ConsentRequests } from './consent-requests';
export { InvalidNetworkKey, type PublicJwk } from './key-file';
export { KeyRing, type KeyRingOptions } from './key-ring';
export { LINK_EXPIRY, LinkAttempts } from './link-attempts';
export { MessageVerifier, type VerifiedMessage, rejected, remoteIdentityIn } from './message-verifier';
export { type MessageClaims, type MessagePurpose, MessageSigner, claimsOf } from './messages';
export {
  type Network,
  type NetworkDependencies,
  createNetwork,
  createNetworkSignIn,
  createNetworkTokens,
} from './network';
export { NetworkSignIn } from './network-sign-in';
export { NetworkTokens, type TokenOwner } from './network-tokens';
export { type NodeWithState, type NodeChange, type NodeValues, URL_MAX_LENGTH } from './node';
export { type Finding, NodeProbe } from './node-probe';
export { Nodes, nodeNotFound } from './nodes';
export { type PeerReply, Peers } from './peers';
export { ReceivedMessages } from './received-messages';
export type { ListedRemoteUser, RemoteIdentity } from './remote-user-repository';
export {
  REMOTE_NAME_MAX_LENGTH,
  type RemoteUserChange,
  RemoteUsers,
  isRemoteName,
  remoteUserNotFound,
} from './remote-users';
