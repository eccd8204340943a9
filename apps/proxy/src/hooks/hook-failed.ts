/** A hook failed. The message is for operators and never contains data from clients or services. */
export class HookFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HookFailed';
  }
}
