import { Problem } from '@gatehouse/problems';
import { InvalidConfiguration } from '@gatehouse/settings';
import {
  type ApplicationOptions,
  type Applied,
  type StateApplication,
  rejectRefused,
} from '../apply/application';
import { ConfigurationRefused } from '../apply/application';
import { type Message, lineOf } from '../message';
import { type DesiredState, statesNothing } from '../validate/desired-state';
import type { Content, ContentHistory, Standing } from './content-history';

/** The files cannot be used; the message lists all problems, each with its place. */
export class InvalidConfigurationFiles extends InvalidConfiguration {
  override readonly name = 'InvalidConfigurationFiles';
  constructor(readonly messages: readonly Message[]) {
    super(
      `The configuration files cannot be used:\n${messages.map((one) => `  - ${lineOf(one)}`).join('\n')}`,
    );
  }
}

/** What a start has done with its files. */
export interface StartOutcome extends Applied {
  readonly standing: Standing;
}

/**
 * Applies the files of a start. Several processes that start together apply them once: the first one writes, the others find
 * nothing left to change. Content that was replaced since is not applied: a process of the previous deployment that starts again
 * does not undo the next one.
 */
export class StartApplication {
  constructor(
    private readonly application: Pick<StateApplication, 'apply'>,
    private readonly history: ContentHistory,
  ) {}

  /**
   * Throws {@link InvalidConfigurationFiles}. `found` are the messages of reading and validation. `before` makes what entries may
   * name, once it is known that the files are to be applied.
   */
  async apply(
    state: DesiredState,
    content: Content,
    found: readonly Message[],
    {
      isStrict,
      before = async () => undefined,
    }: Pick<ApplicationOptions, 'isStrict'> & { readonly before?: () => Promise<void> },
  ): Promise<StartOutcome> {
    const nothing = { changes: [], revisions: [], messages: found };
    return explained(async () => {
      rejectRefused(found, isStrict);
      // Not recorded: files that are missing for a while would replace the others.
      const isNothing = statesNothing(state);
      const standing = isNothing ? 'current' : await this.history.standingOf(content);
      if (standing === 'replaced') return { standing, ...nothing };
      await before();
      if (isNothing) return { standing, ...nothing };
      try {
        const applied = await this.application.apply(state, {
          isStrict,
          set: { name: content.set, prune: 'none', adopt: false },
          inEachStep: async () => {
            if ((await this.history.standingOf(content)) === 'replaced') throw new Replaced();
            await this.history.record(content);
          },
        });
        if (applied.revisions.length === 0) await this.history.record(content);
        return { standing, ...applied, messages: [...found, ...applied.messages] };
      } catch (error) {
        if (error instanceof Replaced) return { standing: 'replaced' as const, ...nothing };
        throw error;
      }
    });
  }
}

/** Another process has applied newer content meanwhile. */
class Replaced extends Error {}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigurationRefused) throw new InvalidConfigurationFiles(error.messages);
    if (error instanceof Problem && error.errorCode === 'configuration_changed_meanwhile')
      throw new InvalidConfiguration(error.detail);
    throw error;
  }
}
