import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { FairScheduler } from '@gatehouse/scheduling';
import { AccessGuard } from './access.guard';
import { DeclaredRoutes } from './declared-routes';
import { LargeReplies } from './large-replies/large-replies';
import {
  DEFAULT_LARGE_REPLY_LIMITS,
  LARGE_REPLY_LIMITS,
  type LargeReplyLimits,
} from './large-replies/limits';
import { PathTargetGuard } from './path-target.guard';
import { ProblemFilter } from './problem.filter';
import { ReplyWriter } from './reply-writer';
import { RevisionGuard } from './revision.guard';
import { LOGGER, SETTINGS } from './tokens';
import { ValidationPipe } from './validation/validation.pipe';

/**
 * The pipeline of Reference: http#order-of-checks as global parts of a Nest application. The
 * application provides IDENTIFICATION and REVISIONS.
 */
@Module({})
export class HttpModule {
  /** `largeReplies` lowers bounds, for tests. */
  static forRoot(
    settings: Settings,
    logger: Logger,
    largeReplies: Partial<LargeReplyLimits> = {},
  ): DynamicModule {
    const own: Provider[] = [
      { provide: SETTINGS, useValue: settings },
      { provide: LOGGER, useValue: logger },
      { provide: LARGE_REPLY_LIMITS, useValue: { ...DEFAULT_LARGE_REPLY_LIMITS, ...largeReplies } },
      { provide: FairScheduler, useFactory: () => new FairScheduler() },
    ];
    return {
      module: HttpModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        ...own,
        DeclaredRoutes,
        ProblemFilter,
        LargeReplies,
        ReplyWriter,
        PathTargetGuard,
        // INVARIANT: guards run in this order, then the interceptor that reads a body, then pipes: the order of checks of
        // Reference: http#order-of-checks.
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useExisting: PathTargetGuard },
        { provide: APP_GUARD, useClass: RevisionGuard },
        { provide: APP_PIPE, useClass: ValidationPipe },
        { provide: APP_FILTER, useExisting: ProblemFilter },
      ],
      exports: [SETTINGS, LOGGER, LARGE_REPLY_LIMITS, FairScheduler, DeclaredRoutes, ProblemFilter],
    };
  }
}
