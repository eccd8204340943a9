export { type MediaRange, acceptedRanges, preferredType, qualityOf } from './accept';
export {
  type AnswerWriter,
  type UnreadableRequest,
  type WrittenAnswer,
  answerUnreadable,
  refuseConnect,
} from './unreadable-request';
