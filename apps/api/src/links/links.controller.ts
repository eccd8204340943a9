import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { actAs, currentActor } from '@gatehouse/database';
import { type OneTimeLink, OneTimeLinks } from '@gatehouse/directory';
import { LinkDto, LinkReplyDto, LinkUseReplyDto, UseLinkDto } from '@gatehouse/dto';
import { type DeclaredError, Endpoint, Reply, SETTINGS } from '@gatehouse/http';
import { problem, readOnlyProblem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { Target } from '../targets/path-targets';
import type { LinkHandler } from './link-handler';
import { LinkHandlers } from './link-handlers';
import { errorPage, outcomePage, viewPage } from './link-pages';
import { FromLinkVisit, type LinkVisit } from './link-visit';

/** Errors of all operations: the link decides which operation it is. */
const OPERATION_ERRORS: readonly DeclaredError[] = [
  'authentication_required',
  'permission_denied',
  'link_operation_unavailable',
  'registration_disabled',
  'registration_conflict',
  'user_name_taken',
  'user_email_taken',
];

/** Errors of what links change. */
const USE_ERRORS: readonly DeclaredError[] = [
  'value_missing',
  'password_too_short',
  'password_too_common',
  'password_like_user_name',
  'password_queue_full',
  'user_email_taken',
  'membership_exists',
  'anonymous_user_protected',
  'service_account_not_allowed',
];

/**
 * One-time links (`/tmp/{token}`). GET shows a page with one button, which sends POST to the same address; POST uses the
 * link. Reference: registration-and-links#one-time-links.
 */
@Controller('tmp')
export class LinksController {
  constructor(
    @Inject(OneTimeLinks) private readonly links: OneTimeLinks,
    private readonly handlers: LinkHandlers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Endpoint(Get(':token'), {
    name: 'open_link',
    summary: 'Show the page of a one-time link',
    access: 'public',
    growth: { boundedBy: 'the facts of one link' },
    success: {
      status: 200,
      detail: 'The link is valid; POST uses it.',
      body: LinkReplyDto,
      // Browsers, if the console is served.
      pages: [303],
    },
    errors: [...OPERATION_ERRORS, 'method_not_allowed', 'read_only'],
    errorPage,
  })
  async open(@Target('token') link: OneTimeLink, @FromLinkVisit() visit: LinkVisit): Promise<Reply> {
    const handler = this.handlerOf(link, visit);
    if (handler.use === 'any') return this.reply(link, handler, visit);
    if (visit.isHead) throw problem('method_not_allowed', {}, { headers: { Allow: 'GET, POST' } });
    if (visit.reader !== 'json') {
      return Reply.page(viewPage(await handler.view(link), link.expiresAt, visit.locale, this.settings));
    }
    return handler.use === 'post_and_json_get'
      ? this.reply(link, handler, visit)
      : new Reply({ link: await this.describe(link, handler, visit) });
  }

  @Endpoint(Get(':token/details'), {
    name: 'describe_link',
    summary: 'Read what a one-time link does, without using it',
    access: 'public',
    growth: { boundedBy: 'the facts of one link' },
    success: { status: 200, detail: 'The link is valid; POST uses it.', body: LinkReplyDto },
    errors: OPERATION_ERRORS,
  })
  async details(
    @Target('token') link: OneTimeLink,
    @FromLinkVisit() visit: LinkVisit,
  ): Promise<LinkReplyDto> {
    return { link: await this.describe(link, this.handlerOf(link, visit), visit) };
  }

  @Endpoint(Post(':token'), {
    name: 'use_link',
    summary: 'Use a one-time link',
    access: 'public',
    success: { status: 200, detail: 'The link was used.', body: LinkUseReplyDto },
    errors: [...OPERATION_ERRORS, ...USE_ERRORS],
    errorPage,
  })
  async use(
    @Target('token') link: OneTimeLink,
    @FromLinkVisit() visit: LinkVisit,
    @Body() { password }: UseLinkDto,
  ): Promise<Reply> {
    return this.reply(link, this.handlerOf(link, visit), visit, password);
  }

  /** Throws 401 and 403 for links of administrators, which remain valid. */
  private handlerOf({ operation }: OneTimeLink, { caller }: LinkVisit): LinkHandler {
    const handler = this.handlers.of(operation);
    if (handler.access === 'administrator') {
      if (caller.kind === 'anonymous') throw problem('authentication_required');
      if (!caller.isAdministrator) throw problem('permission_denied');
    }
    return handler;
  }

  private async reply(
    link: OneTimeLink,
    handler: LinkHandler,
    { token, reader, locale, caller }: LinkVisit,
    password?: string,
  ): Promise<Reply> {
    actAs({ ...currentActor(), role: `link:${link.operation}` });
    // A link acts by GET and HEAD as well, which read-only mode accepts otherwise.
    if (this.settings.readOnly) throw readOnlyProblem();
    const action = await handler.prepare(link, { caller, password });
    const outcome = await this.links.redeem(token, () => action());
    if (reader === 'person') return Reply.page(outcomePage(outcome, locale, this.settings));
    const content: LinkUseReplyDto = {
      operation: link.operation,
      title: outcome.title[locale],
      offers_sign_in: outcome.offersSignIn ?? false,
    };
    return new Reply(content, [['Content-Language', locale]], undefined, outcome.message[locale]);
  }

  private async describe(link: OneTimeLink, handler: LinkHandler, { locale }: LinkVisit): Promise<LinkDto> {
    const { title, explanation, button, facts = [], terms, asksPassword = false } = await handler.view(link);
    return {
      operation: link.operation,
      title: title[locale],
      explanation: explanation[locale],
      button: button[locale],
      facts: facts.map(({ label, value }) => ({ label: label[locale], value })),
      terms: terms ?? null,
      asks_password: asksPassword,
      expires_at: link.expiresAt.toISOString(),
    };
  }
}
