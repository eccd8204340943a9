import { stat } from 'node:fs/promises';
import { InvalidNetworkKey, createKeyFile } from '@gatehouse/network';
import type { Context } from '../context';
import { Failure } from '../failures';
import { settingsOf } from './settings';
import { withSettingsFile } from './settings-file';

interface Options {
  /** By default the first configured file. */
  readonly path?: string | undefined;
  readonly password?: string | undefined;
  readonly force: boolean;
  readonly settingsFile?: string | undefined;
}

/** Writes a new private key for messages to other instances. An existing file is only replaced with `force`. */
export async function createKey(context: Context, options: Options): Promise<{ readonly path: string }> {
  const { path, password } = keyOf(context, options);
  if (!options.force && (await exists(path)))
    throw new Failure(`${path} exists already.`, 2, 'Replace it with --force.');
  try {
    await createKeyFile(path, password, { replace: options.force });
  } catch (error) {
    throw error instanceof InvalidNetworkKey ? new Failure(error.message) : error;
  }
  return { path };
}

function keyOf(context: Context, { path, password, settingsFile }: Options) {
  if (path !== undefined) return { path, password };
  const settings = settingsOf(withSettingsFile(context.environment, settingsFile));
  const [first] = settings.networkPemFiles;
  if (first === undefined) throw new Failure('No key file is configured (SVC_NETWORK_PEM_FILES).');
  return { path: first, password: password ?? (settings.networkPemPasswords?.split(':')[0] || undefined) };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
