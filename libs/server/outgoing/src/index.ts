export { OutgoingHttp, type OutgoingReply, type OutgoingRequest, OutgoingTimeout } from './outgoing-http';
export { OutgoingTargets, TargetRefused } from './outgoing-targets';
