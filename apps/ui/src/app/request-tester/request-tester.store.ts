import { inject, Injectable, signal } from '@angular/core';
import {
  asProblem,
  type Problem,
  type RequestEvaluation,
  RequestsApi,
  type TestedRequest,
} from '@gatehouse/ui-data';

/** The request as entered: a URL or a curl command, and what a URL does not contain. */
export interface TypedRequest {
  readonly text: string;
  readonly user: string;
  readonly method: string;
  readonly mediaType: string;
  readonly body: string;
}

/** The request for the API; a curl command contains method, headers and body. */
function testedRequest({ text, user, method, mediaType, body }: TypedRequest): TestedRequest {
  const caller = user.trim() === '' ? {} : { user_name: user.trim() };
  if (isCommand(text)) return { ...caller, curl: text.trim() };
  const headers =
    body === '' || mediaType === '' ? {} : { headers: [{ name: 'Content-Type', value: mediaType }] };
  return { ...caller, url: text.trim(), method, ...headers, ...(body === '' ? {} : { body }) };
}

/** Whether a text is a curl command rather than a URL. */
export function isCommand(text: string): boolean {
  return /^\s*curl\s/.test(text);
}

/** The evaluation of a request. Of several requests, the last one counts. */
@Injectable()
export class RequestTesterStore {
  private readonly api = inject(RequestsApi);
  private turn = 0;

  readonly busy = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly evaluation = signal<RequestEvaluation | undefined>(undefined);

  async evaluate(request: TypedRequest): Promise<void> {
    const turn = ++this.turn;
    this.problem.set(undefined);
    this.busy.set(true);
    try {
      const evaluation = await this.api.evaluate(testedRequest(request));
      if (turn === this.turn) this.evaluation.set(evaluation);
    } catch (thrown) {
      if (turn !== this.turn) return;
      this.evaluation.set(undefined);
      this.problem.set(asProblem(thrown));
    } finally {
      if (turn === this.turn) this.busy.set(false);
    }
  }
}
