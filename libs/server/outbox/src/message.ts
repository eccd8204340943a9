/** What administrators see as notifications. */
export const MESSAGE_KINDS = ['mail', 'webhook', 'portal'] as const;
/** `terms`: work of the API itself that begins after the commit; it is not listed among notifications. */
export type MessageKind = (typeof MESSAGE_KINDS)[number] | 'terms';

/** JSON. It is stored and shown to administrators, and therefore never contains a secret or a one-time token. */
export type MessagePayload = Readonly<Record<string, unknown>>;

/** A message to be sent after the commit of the running unit of work. */
export interface Message {
  readonly kind: MessageKind;
  readonly payload: MessagePayload;
  /** Messages of one kind and key are delivered in order, one after the other, across retries. */
  readonly key?: string;
  /** Recipient, such as an origin: the number of messages that a process sends to it at the same time is limited. */
  readonly target?: string;
  /** The user whom it is about; administrators can filter by it. */
  readonly userId?: number;
}

/** One attempt to deliver a message. */
export interface Delivery {
  /** The same in every attempt, also after a crash or a replay: receivers recognize a duplicate by it. */
  readonly id: string;
  readonly payload: MessagePayload;
  /** From 1. */
  readonly attempt: number;
  /** Whether the message is given up if this attempt fails. */
  readonly isLastAttempt: boolean;
}

/** Delivers a message. If it throws, the attempt has failed: it is repeated later, except after a {@link PermanentFailure}. */
export type MessageHandler = (delivery: Delivery) => Promise<void>;

/** A receiver that cannot be reached, or has refused the message. Its text says all; it is logged without a stack. */
export class ReceiverFailure extends Error {
  override readonly name: string = 'ReceiverFailure';
}

/** A failure that another attempt would not change, e.g. a recipient that the mail server rejects permanently. */
export class PermanentFailure extends ReceiverFailure {
  override readonly name = 'PermanentFailure';
}
