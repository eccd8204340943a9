import { type FileValue, type Message, messageAt, validateNodes } from '@gatehouse/desired-state';
import { Problem } from '@gatehouse/problems';
import { InvalidConfiguration } from '@gatehouse/settings';
import { Injectable } from '@nestjs/common';
import { NetworkMode, networkModeIsOff } from './network-mode';
import { toNodeValues } from './network.mapper';

/** What is wrong with the nodes of configuration files, and how to apply them. */
export interface ReadNodes {
  readonly messages: readonly Message[];
  /** Creates and changes the nodes of the files. */
  apply(): Promise<void>;
}

/** The nodes of configuration files. */
@Injectable()
export class NodeEntries {
  constructor(private readonly mode: NetworkMode) {}

  read(entries: readonly FileValue[]): ReadNodes {
    const [first] = entries;
    const nothing = async (): Promise<void> => undefined;
    if (!first) return { messages: [], apply: nothing };
    if (!this.mode.isEnabled) {
      const message = messageAt('ignored', { path: 'nodes', value: first }, networkModeIsOff());
      return { messages: [message], apply: nothing };
    }
    const { nodes } = this.mode.get();
    const { nodes: all, messages } = validateNodes(entries, (entry) => {
      const values = toNodeValues(entry);
      nodes.check(values);
      return values;
    });
    return { messages, apply: () => nodes.applyAll(all).catch(refuse) };
  }
}

/** A node cannot be created beside a user or group of its name. */
function refuse(error: unknown): never {
  throw error instanceof Problem
    ? new InvalidConfiguration(`The nodes of the configuration files cannot be created: ${error.detail}`)
    : error;
}
