import type { IncomingMessage } from 'node:http';
import {
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
  createParamDecorator,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { SnapshotFollower } from '@gatehouse/access';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { type Problem, badRequest, scopeOf } from '@gatehouse/http';

/** Header with which a request demands what some revision, or a later one, has made of the rules. */
const DEMAND = 'x-access-revision';

/** Milliseconds until a database that does not answer makes the request fail. */
const PATIENCE = 10_000;

interface Demanded {
  readonly demand: string | undefined;
  /** The newest revision, where finding out who calls has brought the snapshot there already. */
  readonly known: number | undefined;
}

/**
 * The snapshot that a request is answered from: at the newest revision that is committed when the request arrives, so
 * that whoever has written sees what they have written, or at least at the revision that the request demands.
 * Spec: decisions 27, architecture 6.
 */
@Injectable()
export class NewestAccess implements PipeTransform<Demanded, Promise<AccessSnapshot>> {
  constructor(@Inject(SnapshotFollower) private readonly follower: SnapshotFollower) {}

  async transform({ demand, known }: Demanded): Promise<AccessSnapshot> {
    const revision = demand === undefined ? undefined : parseRevision(demand);
    const isReached = revision === undefined ? known !== undefined : this.follower.revision >= revision;
    if (!isReached) await this.confirm(revision);
    return this.follower.snapshot();
  }

  private async confirm(revision: number | undefined): Promise<void> {
    const newest = await this.follower.confirmNewest(PATIENCE);
    if (newest === undefined)
      throw new Error('the newest revision is not known: the database does not answer');
    if (revision !== undefined && revision > newest) throw unusable(String(revision), newest);
  }
}

function parseRevision(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw unusable(text);
  return Number(text);
}

function unusable(value: string, newest?: number): Problem {
  return badRequest('There is no such revision.', {
    param: {
      name: 'X-Access-Revision',
      value,
      ...(newest === undefined ? {} : { compare: `range(0, ${newest + 1})` }),
      conditions: newest === undefined ? { matches: false } : { is_in: false },
    },
  });
}

const Demand = createParamDecorator((_: unknown, context: ExecutionContext): Demanded => {
  const request = context.switchToHttp().getRequest<IncomingMessage>();
  const value = request.headers[DEMAND];
  return { demand: typeof value === 'string' ? value : undefined, known: scopeOf(request).knownRevision };
});

/** The snapshot, for handlers that decide or list by rules; its endpoint can answer 400. */
export const CurrentAccess = (): ParameterDecorator => (prototype, handler, index) => {
  Demand(undefined, NewestAccess)(prototype, handler, index);
  const descriptor = handler === undefined ? undefined : Object.getOwnPropertyDescriptor(prototype, handler);
  if (handler !== undefined && descriptor) DESCRIBED(prototype, handler, descriptor);
};

const DESCRIBED = ApiHeader({
  name: 'X-Access-Revision',
  description: 'Revision, as a write has answered with, that the reply has to show at least.',
  required: false,
  schema: { type: 'integer', minimum: 0 },
  example: 42,
});
