export { type Delivery, type MessageHandler, PermanentFailure, ReceiverFailure } from './message';
export { type JournalEntry, MessageJournal } from './message-journal';
export { Outbox } from './outbox';
export { type JobState, OutboxWorker } from './outbox-worker';
