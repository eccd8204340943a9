import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the profiles of this user are kept. `GATEHOUSE_CONFIG_DIR` names another folder. */
export function configFolder(environment: Environment, platform = process.platform): string {
  if (environment['GATEHOUSE_CONFIG_DIR']) return environment['GATEHOUSE_CONFIG_DIR'];
  if (platform === 'win32' && environment['APPDATA']) return join(environment['APPDATA'], 'gatehouse');
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'gatehouse');
}
