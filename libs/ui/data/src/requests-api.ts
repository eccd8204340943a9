import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

/** A request to be evaluated. */
export type TestedRequest = Schema<'EvaluateRequestDto'>;

/** The decision of the proxy, with its reasons. */
export type RequestEvaluation = Schema<'RequestEvaluationDto'>;

/** Decisions of the proxy about requests, without sending them. For administrators. */
@Injectable({ providedIn: 'root' })
export class RequestsApi {
  private readonly api = inject(ApiClient);

  async evaluate(body: TestedRequest): Promise<RequestEvaluation> {
    return (await this.api.post('/requests/evaluate', { body })).evaluation;
  }
}
