let loaded: Promise<ReadonlySet<string>> | undefined;

/**
 * The most common passwords, about 50,000 in lower case. Loaded when the first password is chosen, which takes about 6 MB
 * and then stays; a process that never checks one does not load them.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
