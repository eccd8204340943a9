import { parseDocument } from 'yaml';
import {
  type FileContent,
  type FoundSetting,
  type Mount,
  RANK,
  type Variables,
  expanded,
} from './found-settings';

const SERVICES = ['magpie', 'twitcher'];

/** A file that is neither of settings nor of containers. */
export class UnusableFile extends Error {}

/** Reads the environment and the mounted files of the containers `magpie` and `twitcher` of a compose file. */
export function readComposeFile(content: string, file: string, known: Variables): FileContent {
  const document = parseDocument(content);
  if (document.errors.length > 0) throw new UnusableFile(`${file} is not valid YAML.`);
  const root: unknown = document.toJS({ maxAliasCount: 100 });
  const services = member(root, 'services');
  if (services === undefined)
    throw new UnusableFile(
      `${file} has no containers. Files with providers, permissions or webhooks need no translation: Gatehouse reads them as they are.`,
    );
  const settings: FoundSetting[] = [];
  const mounts: Mount[] = [];
  for (const name of SERVICES) {
    const service = member(services, name);
    for (const [key, text] of environmentOf(member(service, 'environment')))
      settings.push({
        name: key,
        value: expanded(text, known, { withoutBraces: false }),
        file,
        rank: RANK.compose,
      });
    const volumes = member(service, 'volumes');
    if (Array.isArray(volumes)) mounts.push(...volumes.flatMap((volume) => mountOf(volume, known) ?? []));
  }
  return { settings, mounts, notes: [] };
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function environmentOf(value: unknown): (readonly [name: string, text: string])[] {
  const pairs = Array.isArray(value)
    ? value.map((item) => {
        const [name = '', ...rest] = String(item).split('=');
        return [name, rest.join('=')] as const;
      })
    : Object.entries((value ?? {}) as Record<string, unknown>).map(
        // Without a value, it is that of the environment of compose itself.
        ([name, text]) => [name, text === null ? '' : String(text)] as const,
      );
  return pairs.filter(([, text]) => text !== '');
}

function mountOf(volume: unknown, known: Variables): Mount | undefined {
  if (typeof volume !== 'string') return undefined;
  const value = expanded(volume, known, { withoutBraces: false });
  const [source, target] = ('text' in value ? value.text : volume).split(/:(?![-?])/);
  return source === undefined || target === undefined ? undefined : { source, target };
}
