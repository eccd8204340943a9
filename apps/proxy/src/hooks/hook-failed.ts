import type { Refusal } from '../enforcement/refusal';

/** A hook could not be carried out. The message is for operators and never holds what a client or a service has sent. */
export class HookFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HookFailed';
  }
}

/** What a client is told. Spec: permissions 5.5. */
export const hookRefusal: Refusal = {
  status: 500,
  reason: 'hook-failed',
  detail: 'The request is allowed, but what has to be done with it here could not be carried out.',
};

/** The same when the service has answered already: what it has done is done. */
export const replyHookRefusal: Refusal = {
  ...hookRefusal,
  detail: 'The service has answered, but what has to be done with its reply here could not be carried out.',
};
