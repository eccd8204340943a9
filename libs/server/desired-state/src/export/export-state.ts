import type { ContentsReader } from '@gatehouse/directory';
import type { PrincipalRules } from '../plan/planned-principals';
import { type RunSteps, runAtOnce } from '../plan/planner';
import type { TextFile } from '../read/read-files';
import { hasVariable } from '../read/variables';
import { basesOf } from './file-name';
import { yamlOf } from './file-writer';
import { PrincipalFiles, isExportedUser } from './principal-files';
import { ServiceFiles } from './service-files';

/** A section whose objects were created by requests and belong to another part of the product. */
export interface ExportedSection {
  readonly section: 'webhooks' | 'identity_providers' | 'nodes';
  /** Its entries, in the order of names, without secrets; and the names of those that have one, which has to be set again. */
  read(): Promise<{ readonly entries: readonly object[]; readonly withSecret: readonly string[] }>;
}

/** What files cannot have, and has to be set again where they are applied. Each list is sorted. */
export interface Omitted {
  /** Users with a password. */
  readonly passwords: readonly string[];
  /** Webhooks, whose receivers have to be given the new secrets. */
  readonly webhook_secrets: readonly string[];
  /** Identity providers with a secret; the file has a variable in its place. */
  readonly identity_provider_secrets: readonly string[];
  /** Files with texts in which a start would replace variables. */
  readonly variables: readonly string[];
}

/** Receives a part of an export; resolves when there is room for the next one. */
export type WritePart = (text: string) => Promise<void>;

export interface ExportOptions {
  /** Carries out long computations; at once by default. */
  readonly run?: RunSteps;
  /** Fewer in tests. */
  readonly maxEntries?: number;
}

/**
 * Writes the state of the directory as configuration files. Applied to an instance without other objects, they lead to a state
 * whose export is the same. Users and groups that each instance has by itself are left out. All of it is of one moment, and only a
 * part of it is in memory.
 */
export class StateExport {
  constructor(
    private readonly contents: ContentsReader,
    private readonly rules: PrincipalRules,
    private readonly sections: readonly ExportedSection[] = [],
  ) {}

  /**
   * Writes lines of JSON: `{"name": …, "content": …}` for each file, sorted by name, and `{"omitted": …}`, an {@link Omitted}, at
   * the end.
   */
  write(write: WritePart, { run = runAtOnce, maxEntries }: ExportOptions = {}): Promise<void> {
    return this.contents.consistently(async () => {
      const variables: string[] = [];
      const secrets: Record<ExportedSection['section'], readonly string[]> = {
        webhooks: [],
        identity_providers: [],
        nodes: [],
      };
      const add = async ({ name, text }: TextFile): Promise<void> => {
        if (hasVariable(text)) variables.push(name);
        await write(`${JSON.stringify({ name, content: text })}\n`);
      };
      const addSection = async (section: ExportedSection['section']): Promise<void> => {
        const found = await this.sections.find((one) => one.section === section)?.read();
        if (!found || found.entries.length === 0) return;
        secrets[section] = found.withSecret;
        await add({ name: `${section}.yml`, text: yamlOf({ [section]: found.entries }) });
      };
      await addSection('identity_providers');
      await addSection('nodes');
      for await (const file of new PrincipalFiles(this.contents, this.rules, run, maxEntries).files())
        await add(file);
      const services = new ServiceFiles(this.contents, this.rules, run, maxEntries);
      const stored = await this.contents.services();
      const bases = basesOf(stored.map(({ name }) => name));
      for (const service of stored)
        for await (const file of services.of(service, bases.get(service.name) ?? '')) await add(file);
      await addSection('webhooks');
      await this.writeOmitted(write, {
        webhook_secrets: secrets.webhooks,
        identity_provider_secrets: secrets.identity_providers,
        variables,
      });
    });
  }

  /** In parts: there may be as many users as one likes. */
  private async writeOmitted(write: WritePart, others: Omit<Omitted, 'passwords'>): Promise<void> {
    await write('{"omitted":{"passwords":[');
    let isFirst = true;
    for await (const page of this.contents.usersWithPassword()) {
      const { users } = this.rules;
      const names = page.filter(
        (name) => isExportedUser(name, this.rules) && !users.isConfiguredAdministrator(name),
      );
      if (names.length === 0) continue;
      await write(`${isFirst ? '' : ','}${names.map((name) => JSON.stringify(name)).join(',')}`);
      isFirst = false;
    }
    await write(`],${JSON.stringify(others).slice(1)}}\n`);
  }
}
