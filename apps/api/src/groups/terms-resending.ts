import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { GroupTerms } from '@gatehouse/directory';
import { OutboxWorker } from '@gatehouse/outbox';

/** Sends new terms to those of many waiting users whom the request that published them has left. Reference: groups#terms. */
@Injectable()
export class TermsResending implements OnModuleInit {
  constructor(
    private readonly terms: GroupTerms,
    @Inject(OutboxWorker) private readonly worker: Pick<OutboxWorker, 'handle'>,
  ) {}

  onModuleInit(): void {
    this.worker.handle('terms', ({ payload }) => this.terms.resend(Number(payload['group_id'])));
  }
}
