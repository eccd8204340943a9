/** A hook failed. The message is for operators and never contains data that a client or a service has sent. */
export class HookFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HookFailed';
  }
}
