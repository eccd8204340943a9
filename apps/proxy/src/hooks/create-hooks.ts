import type { SnapshotFollower } from '@gatehouse/access';
import type { UnitOfWork } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { Outbox } from '@gatehouse/outbox';
import { patternEngine } from '@gatehouse/patterns';
import type { ProxySettings } from '@gatehouse/settings';
import { WebhookEvents } from '@gatehouse/webhooks';
import type { Registry } from 'prom-client';
import { BodyMemory } from '../enforcement/body/body-memory';
import type { FairScheduler } from '@gatehouse/wire';
import { type Freshness, requestLimits } from '@gatehouse/enforcement';
import { AccessWriter } from './access-writer';
import { hookCounter } from './hook-counter';
import { readHookFile } from './hook-file';
import { HookReport } from './hook-report';
import { HookSource } from './hook-source';
import { Hooks } from './hooks';

export interface HooksOptions {
  readonly settings: ProxySettings;
  readonly follower: SnapshotFollower;
  readonly freshness: Freshness;
  readonly unitOfWork: UnitOfWork;
  readonly scheduler: FairScheduler;
  readonly logger: Logger;
  /** The registry of the hook counter. */
  readonly registry: Registry;
  /** Milliseconds for which a reply waits until the snapshot contains what was written for it. */
  readonly timeoutMs: number;
}

export function createHooks(options: HooksOptions): Hooks {
  const { settings, follower, freshness, unitOfWork, scheduler, logger, registry, timeoutMs } = options;
  const counter = hookCounter();
  registry.registerMetric(counter);
  const { proxyHooksFile: file } = settings;
  const fromFile = file === undefined ? undefined : readHookFile(file, patternEngine);
  const events = new WebhookEvents({ unitOfWork, outbox: new Outbox(unitOfWork), settings });
  return new Hooks({
    source: new HookSource(patternEngine, fromFile),
    patterns: patternEngine,
    follower,
    freshness,
    writer: new AccessWriter(unitOfWork, () => follower.snapshot(), events),
    report: new HookReport(logger, counter),
    memory: new BodyMemory(settings.proxyBodyMemory),
    bodyLimit: settings.proxyHookBodyLimit,
    timeoutMs,
    cookieName: settings.cookieName,
    documents: requestLimits(settings),
    scheduler,
  });
}
