import { Inject, Injectable } from '@nestjs/common';
import {
  type Configurations,
  type Message,
  configurationPaths,
  contentDigest,
  describeChange,
  lineOf,
  readConfiguration,
  statesNothing,
  validate,
} from '@gatehouse/desired-state';
import { runAs } from '@gatehouse/database';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import { deriveKeys } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { isFirstOfStart, prolongStart } from '@gatehouse/workers';
import { NodeEntries } from '../network/node-entries';
import { WebhookStart } from '../webhooks/webhook-start';
import { DEFAULT_SET } from './configuration.mapper';
import { CONFIGURATIONS } from './configurations';

/** The sections that this start applies; identity providers are read by those who sign users in. */
const SECTIONS = ['providers', 'permissions', 'users', 'groups', 'resources', 'webhooks', 'nodes'] as const;
const ACTOR = { kind: 'system', role: 'job:configuration_files' } as const;
/** How many messages and changes are logged one by one. */
const MAX_LOGGED = 1_000;

/** Applies the configuration files before the API serves. Reference: configuration-files#start. */
@Injectable()
export class ConfigurationStart {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIGURATIONS) private readonly configurations: Configurations,
    @Inject(WebhookStart) private readonly webhooks: WebhookStart,
    @Inject(NodeEntries) private readonly nodes: NodeEntries,
  ) {}

  /** Throws `InvalidConfigurationFiles`, which prevents the start. */
  async apply(): Promise<void> {
    // What somebody is editing is not applied because a worker has to be replaced.
    if (!isFirstOfStart()) return;
    const { settings } = this;
    if (settings.readOnly) {
      this.logger.warn(
        {},
        'read-only mode (SVC_READ_ONLY): changes are refused, and configuration files are not applied',
      );
      return;
    }
    const paths = configurationPaths(settings, SECTIONS);
    const { entries, messages, missing } = readConfiguration(paths, process.env);
    const { state, messages: found } = validate(entries, { hooks: settings.configHooks });
    const webhooks = this.webhooks.read(entries.webhooks);
    const nodes = this.nodes.read(entries.nodes);
    const all = [...messages, ...found, ...webhooks.messages, ...nodes.messages];
    const content = {
      set: DEFAULT_SET,
      digest: contentDigest(entries, deriveKeys(settings.secret).configurationContent),
      generation: settings.configGeneration,
    };
    // Hashes of passwords and large files take long.
    const takesLong = !statesNothing(state);
    if (takesLong) prolongStart(true);
    const outcome = await runAs(ACTOR, () =>
      this.configurations.start.apply(state, content, all, {
        isStrict: settings.configIsStrict,
        // Permissions name the groups of nodes.
        before: () => nodes.apply(),
      }),
    );
    if (takesLong) prolongStart(false);
    this.logMessages(outcome.messages);
    if (outcome.standing === 'replaced') {
      this.logger.warn(
        {},
        'the configuration files were applied before and have been replaced since: they are not applied; a greater SVC_CONFIG_GENERATION does so',
      );
      return;
    }
    const { changes, revisions } = outcome;
    for (const change of changes.slice(0, MAX_LOGGED))
      this.logger.info({ reason: JSON.stringify(describeChange(change)) }, 'configured by a file');
    const revision = revisions.at(-1);
    if (revision !== undefined)
      this.logger.info({ count: changes.length, revision }, 'the configuration files were applied');
    // Files that are missing for a while would take the secrets and the log of their webhooks with them.
    if (!missing.includes('webhooks')) await webhooks.apply();
  }

  private logMessages(messages: readonly Message[]): void {
    for (const message of messages.slice(0, MAX_LOGGED))
      this.logger.warn({ reason: lineOf(message) }, LABELS[message.severity]);
    if (messages.length > MAX_LOGGED)
      this.logger.warn(
        { count: messages.length - MAX_LOGGED },
        'more messages about the configuration files',
      );
  }
}

const LABELS: Readonly<Record<Message['severity'], string>> = {
  refused: 'the configuration files cannot be used',
  skipped: 'an entry of the configuration files is skipped',
  ignored: 'a part of the configuration files is ignored',
  warning: 'unusual configuration files',
};
