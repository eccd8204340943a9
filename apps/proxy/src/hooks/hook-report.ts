import type { Hook } from '@gatehouse/proxy-options';
import type { Logger } from '@gatehouse/logging';
import type { HookCall } from './hook-call';
import type { HookCounter } from './hook-counter';
import { HookFailed } from './hook-failed';

/** Reports hooks to operators: counts all of them, and logs those that fail. */
export class HookReport {
  constructor(
    private readonly logger: Logger,
    private readonly counter: HookCounter,
  ) {}

  applied({ on }: Hook): void {
    this.counter.inc({ on, outcome: 'applied' });
  }

  /** The request continues without the hook. */
  passed({ on }: Hook, call: HookCall, error: unknown): void {
    this.counter.inc({ on, outcome: 'passed' });
    this.logger.warn(fieldsOf(call, error), 'hook skipped');
  }

  /** The request is refused. */
  refused(on: Hook['on'], call: HookCall, error: unknown): void {
    this.counter.inc({ on, outcome: 'refused' });
    this.logger.error(fieldsOf(call, error), 'hook failed');
  }
}

function fieldsOf({ service, caller, request, address, requestId }: HookCall, error: unknown) {
  return {
    requestId,
    service: service.name,
    method: request.method ?? '',
    address,
    ...(caller?.kind === 'session' ? { userId: caller.session.userId } : {}),
    // The message of a `HookFailed` is complete; other errors are logged with their stack.
    ...(error instanceof HookFailed ? { reason: error.message } : { error }),
  };
}
