/** Longest URL of another instance, in characters. */
export const MAX_URL_LENGTH = 2_048;
/** Longest name of a node or a remote user, in characters. */
export const MAX_NAME_LENGTH = 128;
/** Longest signed message, in characters. */
export const MAX_TOKEN_LENGTH = 8_192;
