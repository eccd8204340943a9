import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { tokenOf } from './provide';

/** Injection tokens of what the application provides to this library. */
export const SETTINGS = tokenOf<Settings>('settings');
export const LOGGER = tokenOf<Logger>('logger');
