import { Controller, Delete, Get, Inject } from '@nestjs/common';
import type { UserRow } from '@gatehouse/directory';
import { type ListedSessionDto, SessionsReplyDto } from '@gatehouse/dto';
import { type Caller, Endpoint, FromCaller, Reply } from '@gatehouse/http';
import { type ListedSession, SessionList, deviceOf } from '@gatehouse/identity';
import { Target } from '../targets/path-targets';
import { BrowserSessions } from './browser-sessions';
import { SessionOwners } from './session-owners';
import { sessionNotFound } from './session.target';

/** The sessions of a user, for the user and for administrators. Reference: sessions#session-listing. */
@Controller('users/:user_name/sessions')
export class UserSessionsController {
  constructor(
    @Inject(SessionList) private readonly list: SessionList,
    private readonly owners: SessionOwners,
    private readonly browserSessions: BrowserSessions,
  ) {}

  @Endpoint(Get(), {
    name: 'list_user_sessions',
    summary: 'List the sessions of a user',
    access: 'owner',
    growth: { boundedBy: '1,000 sessions of one user' },
    success: { status: 200, detail: 'Sessions listed.', body: SessionsReplyDto },
  })
  async all(@Target('user_name') user: UserRow, @FromCaller() caller: Caller): Promise<SessionsReplyDto> {
    const own = sessionOf(caller);
    return {
      sessions: (await this.list.of(this.owners.of(user, caller))).map((session) => toListed(session, own)),
    };
  }

  @Endpoint(Delete(), {
    name: 'end_user_sessions',
    whileReadOnly: 'sessions',
    summary: 'End the sessions of a user, except the session of this request',
    access: 'owner',
    success: { status: 200, detail: 'Sessions ended.' },
  })
  async endAll(@Target('user_name') user: UserRow, @FromCaller() caller: Caller): Promise<void> {
    await this.list.endAll(this.owners.of(user, caller), sessionOf(caller));
  }

  @Endpoint(Delete(':session_id'), {
    name: 'end_user_session',
    whileReadOnly: 'sessions',
    summary: 'End a session of a user',
    access: 'owner',
    success: { status: 200, detail: 'Session ended.' },
  })
  async end(
    @Target('user_name') user: UserRow,
    @Target('session_id') { id }: ListedSession,
    @FromCaller() caller: Caller,
  ): Promise<Reply> {
    if (!(await this.list.end(this.owners.of(user, caller), id))) throw sessionNotFound(id);
    const isOwn = id === sessionOf(caller);
    return new Reply(undefined, isOwn ? this.browserSessions.removed : []);
  }
}

function sessionOf(caller: Caller): string | undefined {
  return caller.kind === 'user' ? caller.session.sessionId : undefined;
}

function toListed(session: ListedSession, own: string | undefined): ListedSessionDto {
  return {
    session_id: session.id,
    device: deviceOf(session.userAgent)?.description ?? null,
    address: session.address,
    created: session.createdAt.toISOString(),
    last_used: session.lastUsedAt.toISOString(),
    expires: session.expiresAt.toISOString(),
    current: session.id === own,
  };
}
