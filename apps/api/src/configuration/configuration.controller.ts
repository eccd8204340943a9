import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import {
  ConfigurationRefused,
  type Configurations,
  countsOf,
  type Message,
  type DesiredState,
  readUploadedSteps,
  type RunSteps,
  isStrictWith,
  rejectRefused,
  validateSteps,
} from '@gatehouse/desired-state';
import {
  ApplyConfigurationDto,
  ConfigurationAppliedDto,
  ConfigurationPlanDto,
  FileSetsQuery,
  FileSetsReplyDto,
  MAX_LISTED_CHANGES,
  PlanConfigurationDto,
} from '@gatehouse/dto';
import { Endpoint, FromLocale, FromScope, type RequestScope, SETTINGS } from '@gatehouse/http';
import { type Locale, problem } from '@gatehouse/problems';
import { FairScheduler } from '@gatehouse/scheduling';
import type { Settings } from '@gatehouse/settings';
import type { Response } from 'express';
import { ConfigurationExports } from './configuration-exports';
import { toFileSet, toFileSetDto, toMessage, toPlan } from './configuration.mapper';
import { CONFIGURATIONS } from './configurations';
import { PlanReviews } from './plan-reviews';
import { sentFiles } from './sent-files';

/** Differences of each set that are listed by default. */
const DRIFT_PAGE = 100;

/** Plans and applications of files that administrators send, and the export. Reference: configuration-files#requests. */
@Controller('configuration')
export class ConfigurationController {
  constructor(
    @Inject(CONFIGURATIONS) private readonly configurations: Configurations,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
    private readonly exports: ConfigurationExports,
    @Inject(PlanReviews) private readonly reviews: PlanReviews,
  ) {}

  @Endpoint(Post('plan'), {
    name: 'plan_configuration',
    whileReadOnly: 'reads',
    summary: 'Compute what configuration files would change, and change nothing',
    access: 'administrator',
    growth: { boundedBy: 'the first 1,000 changes, messages and rows of the effect, and `effect_limit`' },
    success: { status: 200, detail: 'Configuration planned.', body: ConfigurationPlanDto },
    errors: ['configuration_files_invalid', 'configuration_changed_meanwhile'],
  })
  async plan(
    @Body() body: PlanConfigurationDto,
    @FromScope() { address }: RequestScope,
    @FromLocale() locale: Locale,
  ): Promise<ConfigurationPlanDto> {
    const run = this.runnerOf(address);
    const set = toFileSet(body);
    const { state, messages } = await this.read(body.files, run);
    const page = { offset: body.effect_offset ?? 0, limit: body.effect_limit ?? 0 };
    const reviewed = await this.reviews.plan(state, { run, set, page });
    const all = [...messages, ...reviewed.plan.messages];
    return toPlan(reviewed, set, all, { isStrict: body.strict ?? false, locale });
  }

  @Endpoint(Post('apply'), {
    name: 'apply_configuration',
    summary: 'Apply configuration files, if they change what was planned',
    access: 'administrator',
    growth: { boundedBy: 'the revisions, of up to 10,000 rows each' },
    success: { status: 200, detail: 'Configuration applied.', body: ConfigurationAppliedDto },
    errors: [
      'configuration_files_invalid',
      'configuration_refused',
      'configuration_plan_outdated',
      'configuration_history_differs',
      'configuration_effect_differs',
      'configuration_changed_meanwhile',
      'configuration_gain_not_allowed',
      'configuration_file_sets_limit',
    ],
  })
  async apply(
    @Body() body: ApplyConfigurationDto,
    @FromScope() { address }: RequestScope,
    @FromLocale() locale: Locale,
  ): Promise<ConfigurationAppliedDto> {
    const { strict: isStrict = false, allow_gain: allowGain = false } = body;
    const run = this.runnerOf(address);
    const set = toFileSet(body);
    const { state, messages } = await this.read(body.files, run);
    try {
      rejectRefused(messages, isStrictWith(set, isStrict));
      await this.reviews.confirmHistory(body);
      const { changes, revisions } = await this.configurations.application.apply(state, {
        isStrict,
        run,
        set,
        allowGain,
        removalsGiveAccess: (plan) => this.reviews.removalsGiveAccess(plan, run),
        accept: (plan) => this.reviews.confirm(plan, body, run),
      });
      return { revisions, counts: countsOf(changes) };
    } catch (error) {
      throw error instanceof ConfigurationRefused ? refused(error, locale) : error;
    }
  }

  @Endpoint(Get('sets'), {
    name: 'list_configuration_sets',
    summary: 'List the file sets with what they own, and how the present state differs from what they state',
    access: 'administrator',
    growth: { boundedBy: 'at most 100 file sets, with `drift_limit` differences of each, at most 1,000' },
    success: { status: 200, detail: 'File sets listed.', body: FileSetsReplyDto },
  })
  async sets(
    @Query() { set, drift_offset: offset = 0, drift_limit: limit = DRIFT_PAGE }: FileSetsQuery,
  ): Promise<FileSetsReplyDto> {
    return { sets: (await this.configurations.fileSets.list({ set, offset, limit })).map(toFileSetDto) };
  }

  @Endpoint(Get('export'), {
    name: 'export_configuration',
    summary: 'Export services, users, groups and permissions as configuration files',
    access: 'administrator',
    growth: 'streamed',
    success: {
      status: 200,
      detail:
        'One JSON object for each file, `{"name": …, "content": …}`, each on a line; the last one states what the files do not have.',
    },
    raw: 'application/jsonl; charset=UTF-8',
    errors: ['too_many_large_replies'],
  })
  async export(@Res() response: Response, @FromScope() { address }: RequestScope): Promise<void> {
    await this.exports.send(response, this.runnerOf(address));
  }

  /** Long computations take turns with those for clients at other addresses. */
  private runnerOf(address: string): RunSteps {
    return (steps) => this.scheduler.run(address, steps);
  }

  private async read(
    sent: unknown,
    run: RunSteps,
  ): Promise<{ readonly state: DesiredState; readonly messages: readonly Message[] }> {
    const { entries, messages } = await run(readUploadedSteps(sentFiles(sent)));
    const validated = await run(validateSteps(entries, { hooks: this.settings.configHooks }));
    return { state: validated.state, messages: [...messages, ...validated.messages] };
  }
}

function refused({ message, messages }: ConfigurationRefused, locale: Locale) {
  const content = messages.slice(0, MAX_LISTED_CHANGES).map((one) => toMessage(one, locale));
  return problem(
    'configuration_refused',
    { count: messages.length },
    { call: { exception: 'ConfigurationRefused', error: message, content } },
  );
}
