import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';
import { Deployment } from './deployment';
import { Problem } from './problem';

/** Who would gain or lose which permission: two sides, rows of their summaries, and single decisions. */
export type ConfigurationEffect = Schema<'ConfigurationEffectDto'>;
export type EffectSide = Schema<'ConfigurationEffectSideDto'>;
export type EffectRow = Schema<'ConfigurationEffectRowDto'>;
export type EffectEntry = Schema<'ConfigurationEffectEntryDto'>;
/** Somebody has changed what a plan is about, after it was made. */
export type LaterChange = Schema<'LaterChangeDto'>;
/** What the files no longer name, and prune keeps. */
export type KeptObject = Schema<'KeptObjectDto'>;
export type FileSet = Schema<'FileSetDto'>;
export type FileSetCounts = Schema<'FileSetCountsDto'>;
/** Something that the files of a set state, and that is different now. */
export type Drift = Schema<'DriftDto'>;
export type PlannedConfigurationChange = Schema<'PlannedChangeDto'>;
export type ConfigurationPlan = Schema<'ConfigurationPlanDto'>;
export type ConfigurationMessage = Schema<'ConfigurationMessageDto'>;
export type AppliedConfiguration = Schema<'ConfigurationAppliedDto'>;
/** Files, and how they are to be applied. */
export interface ConfigurationRequest {
  readonly files: ConfigurationFile[];
  readonly strict: boolean;
  readonly set?: string;
  readonly prune: 'none' | 'assignments' | 'objects';
  readonly adopt: boolean;
}

/** Which decisions of an effect to list, of each side; none by default. */
export interface EffectPage {
  readonly effect_offset?: number;
  readonly effect_limit?: number;
}

/** What was reviewed and agreed to. */
export interface Confirmation {
  readonly plan_hash: string;
  readonly revision: number;
  readonly history: string;
  readonly effect_hash: string;
  readonly allow_gain?: boolean;
}
export type ConfigurationFile = Schema<'ConfigurationFile'>;

/** What an export has left out: names of users with a password, and of files with texts that a start takes for variables. */
interface OmittedFromExport {
  readonly passwords: readonly string[];
  readonly variables: readonly string[];
}

export interface ConfigurationExport {
  readonly files: readonly ConfigurationFile[];
  readonly omitted: OmittedFromExport;
}

/** Maximum number of files of one request. */
export const MAX_CONFIGURATION_FILES = 1_000;
/** Milliseconds for plans, applications and exports, which take longer than other requests: a plan of 100,000 entries, some seconds. */
const TIME_LIMIT_MS = 300_000;

/** Configuration files. For administrators. Reference: configuration-files#requests */
@Injectable({ providedIn: 'root' })
export class ConfigurationApi {
  private readonly api = inject(ApiClient);
  /** Address of the export as one file, in JSON lines. */
  readonly exportAddress = `${inject(Deployment).apiRoot}configuration/export`;

  /** What files would change. Changes nothing. */
  plan(body: ConfigurationRequest, page: EffectPage = {}): Promise<ConfigurationPlan> {
    return this.api.post('/configuration/plan', {
      body: { ...body, ...page },
      timeLimitMs: TIME_LIMIT_MS,
    });
  }

  /** Applies files if their plan is still the one with the hash; otherwise 409. */
  apply(body: ConfigurationRequest, confirmation: Confirmation): Promise<AppliedConfiguration> {
    return this.api.post('/configuration/apply', {
      body: { ...body, ...confirmation },
      timeLimitMs: TIME_LIMIT_MS,
    });
  }

  /** The file sets, by name. */
  async sets(): Promise<readonly FileSet[]> {
    return (await this.api.get('/configuration/sets')).sets;
  }

  /** Differences of one set, after the first `offset`. */
  async drift(set: string, offset: number): Promise<readonly Drift[]> {
    const { sets } = await this.api.get('/configuration/sets', { query: { set, drift_offset: offset } });
    return sets[0]?.drift ?? [];
  }

  /** The present state as files. Throws a `Problem` if the reply ends before its last line. */
  async export(): Promise<ConfigurationExport> {
    const reply = await this.api.open('/configuration/export', { timeLimitMs: TIME_LIMIT_MS });
    const text = await reply.text().catch(() => '');
    const lines = text.split('\n').filter(Boolean).map(parsed);
    const { omitted } = (lines.pop() ?? {}) as Partial<ConfigurationExport>;
    if (!omitted) throw unfinished();
    return { files: lines as ConfigurationFile[], omitted };
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw unfinished();
  }
}

/** The connection broke in the middle of the reply. */
const unfinished = (): Problem => new Problem(0, 'The export is incomplete.');
