/** Longest URL of another instance, in characters. */
export const URL_LENGTH = 2_048;
/** Longest name of a node or a remote user, in characters. */
export const NAME_LENGTH = 128;
/** Longest signed message, in characters. */
export const TOKEN_LENGTH = 8_192;
