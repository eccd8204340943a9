/**
 * State of a registration. `none` and `removed` have no row; `completed` is a user. Reference: registration-and-links#states.
 */
export const STATES = ['none', 'awaiting_confirmation', 'awaiting_approval', 'completed', 'removed'] as const;
export type State = (typeof STATES)[number];

/**
 * - `submit`: a registration is submitted.
 * - `resend`: its mail is requested again.
 * - `confirm`: the confirmation link is used.
 * - `approve`, `decline`: an administrator uses one of the links for approval.
 * - `delete`: an administrator deletes the registration.
 * - `expire`: the time of the registration is over; the scheduled job removes it.
 */
export const EVENTS = ['submit', 'resend', 'confirm', 'approve', 'decline', 'delete', 'expire'] as const;
export type Event = (typeof EVENTS)[number];

/** What a transition depends on besides state and event. */
export interface Conditions {
  /** `SVC_USER_REGISTRATION_APPROVAL_ENABLED`. */
  readonly approval: boolean;
  /** Whether a user has the name; at `submit`, also whether a registration has it. */
  readonly nameTaken: boolean;
  /** Whether a user has the email address. */
  readonly emailTaken: boolean;
  /** Whether an administrator makes the request. */
  readonly administrator: boolean;
}

/** What a transition does, in the order of the table, all in one unit of work. */
export type Effect =
  | 'store_registration'
  | 'extend_registration'
  | 'remove_links'
  | 'mail_confirmation'
  | 'mail_email_taken'
  | 'mail_approval_request'
  | 'create_user'
  | 'remove_registration'
  | 'mail_ready'
  | 'mail_notification'
  | 'mail_declined';

export interface Transition {
  readonly from: State;
  readonly event: Event;
  /** Conditions that must hold; the others do not matter. */
  readonly when?: Partial<Conditions>;
  readonly to: State;
  readonly effects: readonly Effect[];
  /** The request is rejected: the state and the link that was used remain. */
  readonly rejected?: 'conflict';
}

const COMPLETION: readonly Effect[] = [
  'create_user',
  'remove_registration',
  'mail_ready',
  'mail_notification',
];
const FREE = { nameTaken: false, emailTaken: false } as const;

/**
 * All transitions; there are no others. At most one row applies to a state, an event and conditions.
 *
 * A taken email address is accepted, so that the reply to a registration does not disclose it: its owner is informed, and
 * the registration, whose link is not mailed, cannot be completed.
 */
export const TRANSITIONS: readonly Transition[] = [
  {
    from: 'none',
    event: 'submit',
    when: FREE,
    to: 'awaiting_confirmation',
    effects: ['store_registration', 'mail_confirmation'],
  },
  {
    from: 'none',
    event: 'submit',
    when: { nameTaken: false, emailTaken: true },
    to: 'awaiting_confirmation',
    effects: ['store_registration', 'mail_email_taken'],
  },
  { from: 'none', event: 'submit', when: { nameTaken: true }, to: 'none', effects: [], rejected: 'conflict' },
  {
    from: 'awaiting_confirmation',
    event: 'resend',
    when: { emailTaken: false },
    to: 'awaiting_confirmation',
    effects: ['extend_registration', 'mail_confirmation'],
  },
  {
    from: 'awaiting_confirmation',
    event: 'resend',
    when: { emailTaken: true },
    to: 'awaiting_confirmation',
    effects: ['extend_registration', 'mail_email_taken'],
  },
  {
    from: 'awaiting_confirmation',
    event: 'confirm',
    when: { approval: true },
    to: 'awaiting_approval',
    effects: ['extend_registration', 'remove_links', 'mail_approval_request'],
  },
  {
    from: 'awaiting_confirmation',
    event: 'confirm',
    when: { approval: false, ...FREE },
    to: 'completed',
    effects: COMPLETION,
  },
  {
    from: 'awaiting_confirmation',
    event: 'confirm',
    when: { approval: false, nameTaken: true },
    to: 'awaiting_confirmation',
    effects: [],
    rejected: 'conflict',
  },
  {
    from: 'awaiting_confirmation',
    event: 'confirm',
    when: { approval: false, nameTaken: false, emailTaken: true },
    to: 'awaiting_confirmation',
    effects: [],
    rejected: 'conflict',
  },
  {
    from: 'awaiting_approval',
    event: 'resend',
    when: { administrator: true },
    to: 'awaiting_approval',
    effects: ['extend_registration', 'mail_approval_request'],
  },
  { from: 'awaiting_approval', event: 'approve', when: FREE, to: 'completed', effects: COMPLETION },
  {
    from: 'awaiting_approval',
    event: 'approve',
    when: { nameTaken: true },
    to: 'awaiting_approval',
    effects: [],
    rejected: 'conflict',
  },
  {
    from: 'awaiting_approval',
    event: 'approve',
    when: { nameTaken: false, emailTaken: true },
    to: 'awaiting_approval',
    effects: [],
    rejected: 'conflict',
  },
  {
    from: 'awaiting_approval',
    event: 'decline',
    to: 'removed',
    effects: ['remove_registration', 'mail_declined'],
  },
  { from: 'awaiting_confirmation', event: 'delete', to: 'removed', effects: ['remove_registration'] },
  { from: 'awaiting_approval', event: 'delete', to: 'removed', effects: ['remove_registration'] },
  { from: 'awaiting_confirmation', event: 'expire', to: 'removed', effects: ['remove_registration'] },
  { from: 'awaiting_approval', event: 'expire', to: 'removed', effects: ['remove_registration'] },
];

/** The transition that applies; undefined if the event has no effect in this state. */
export function transitionOf(from: State, event: Event, conditions: Conditions): Transition | undefined {
  return TRANSITIONS.find(
    (one) => one.from === from && one.event === event && holds(one.when ?? {}, conditions),
  );
}

function holds(when: Partial<Conditions>, conditions: Conditions): boolean {
  return (Object.keys(when) as (keyof Conditions)[]).every((name) => when[name] === conditions[name]);
}
