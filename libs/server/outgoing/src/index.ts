export { type ResolvedAddress, type Resolver } from './checked-connector';
export {
  OutgoingHttp,
  type OutgoingLimits,
  type OutgoingReply,
  type OutgoingRequest,
  OutgoingTimeout,
} from './outgoing-http';
export { OutgoingTargets, TargetRefused } from './outgoing-targets';
