/** Injection tokens of what the application provides to this library. */
export const SETTINGS = Symbol('settings');
export const LOGGER = Symbol('logger');
