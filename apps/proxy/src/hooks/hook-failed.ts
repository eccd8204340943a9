/** A hook could not be carried out. The message is for operators and never holds what a client or a service has sent. */
export class HookFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HookFailed';
  }
}
