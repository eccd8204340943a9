import type { Command } from '../declaration/command';
import { IMPORT_MAGPIE_COMMAND } from './import-magpie';
import { IMPORT_SETTINGS_COMMANDS } from './import-settings';
import { IMPORT_VERIFY_COMMAND } from './import-verify';

export const IMPORT_COMMANDS: readonly Command[] = [
  IMPORT_MAGPIE_COMMAND,
  IMPORT_VERIFY_COMMAND,
  ...IMPORT_SETTINGS_COMMANDS,
];
