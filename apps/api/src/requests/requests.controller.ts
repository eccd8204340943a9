import { Body, Controller, Inject, Post } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { EvaluateRequestDto, RequestEvaluationReplyDto } from '@gatehouse/dto';
import { RequestTester } from '@gatehouse/enforcement';
import { Endpoint, FromLocale, FromOrigin, type Origin, SETTINGS } from '@gatehouse/http';
import { type Locale } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { CurrentSnapshot } from '../snapshot/current-snapshot';
import { toEvaluation } from './evaluation.mapper';
import { testedRequest } from './tested-request';
import { TestedUsers } from './tested-users';

/** Decisions of the proxy about requests, without sending them. Reference: enforcement#request-tester. */
@Controller('requests')
export class RequestsController {
  constructor(
    @Inject(RequestTester) private readonly tester: RequestTester,
    private readonly users: TestedUsers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Endpoint(Post('evaluate'), {
    name: 'evaluate_request',
    whileReadOnly: 'reads',
    summary: 'Explain what the proxy would do with a request, without sending it',
    access: 'administrator',
    growth: { boundedBy: 'the resources that one request names' },
    success: { status: 200, detail: 'Request evaluated.', body: RequestEvaluationReplyDto },
    errors: [
      'user_not_found',
      'tested_request_invalid',
      'tested_url_elsewhere',
      'tested_command_unsupported',
    ],
  })
  async evaluate(
    @Body() body: EvaluateRequestDto,
    @CurrentSnapshot() snapshot: AccessSnapshot,
    @FromOrigin() { address }: Origin,
    @FromLocale() locale: Locale,
  ): Promise<RequestEvaluationReplyDto> {
    const request = testedRequest(body, this.settings);
    const user = this.users.named(body.user_name, snapshot);
    const evaluation = await this.tester.evaluate({ ...request, userId: user?.id }, address);
    const basePath = this.settings.proxyBasePath;
    return { evaluation: toEvaluation(request, evaluation, { snapshot, basePath, user, locale }) };
  }
}
