/** Injection tokens of what the kit is given by the application. */
export const SETTINGS = Symbol('settings');
export const LOGGER = Symbol('logger');
