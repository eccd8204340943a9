export {
  type Delivery,
  type Message,
  type MessageHandler,
  type MessageKind,
  type MessagePayload,
  PermanentFailure,
  ReceiverFailure,
} from './message';
export { type JournalEntry, type JournalFilter, MessageJournal } from './message-journal';
export { Outbox } from './outbox';
export { OutboxWorker, type OutboxWorkerOptions, type ScheduledJob } from './outbox-worker';
