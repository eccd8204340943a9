export { type Delivery, type MessageHandler, PermanentFailure, ReceiverFailure } from './message';
export { type JournalEntry, MessageJournal } from './message-journal';
export { Outbox } from './outbox';
export { OutboxWorker } from './outbox-worker';
