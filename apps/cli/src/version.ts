/** The version of Gatehouse that the program belongs to; the build puts it in. */
declare const GATEHOUSE_VERSION: string | undefined;

export const VERSION = typeof GATEHOUSE_VERSION === 'string' ? GATEHOUSE_VERSION : 'development';
