export { OutgoingHttp, type OutgoingReply, type OutgoingRequest, OutgoingTimeout } from './outgoing-http';
export { OutgoingProxyFailed } from './outgoing-proxy';
export { OutgoingTargets, TargetRefused } from './outgoing-targets';
