/** What a password must not consist of. */
export interface PasswordContext {
  readonly userName: string;
  readonly email: string;
  /** Host of the service; its labels are public. */
  readonly host: string;
}

/** The result of the rules that a browser can check. */
export interface PasswordCheck {
  readonly longEnough: boolean;
  /** False if it consists of public names. */
  readonly differsFromNames: boolean;
}

const shortestWord = 3;
const leastOtherCharacters = 6;

/**
 * Checks a password as the API does, except for the list of common passwords, which is too large to load. The API decides;
 * this is feedback while typing. Reference: sessions#self-chosen-passwords
 */
export function checkPassword(password: string, minimum: number, context: PasswordContext): PasswordCheck {
  const text = lettersAndDigits(password.normalize('NFKC').toLowerCase());
  const others = wordsOf(context).reduce((rest, word) => rest.replaceAll(word, ' '), text);
  return {
    longEnough: [...password].length >= minimum,
    differsFromNames: others === text || others.replaceAll(' ', '').length >= leastOtherCharacters,
  };
}

function wordsOf({ userName, email, host }: PasswordContext): string[] {
  const names = [userName, email, ...email.split('@'), host, 'gatehouse'].map((name) => name.toLowerCase());
  const words = names.flatMap((name) => [lettersAndDigits(name), ...name.split(/[^\p{L}\p{N}]+/u)]);
  return words.filter((word) => word.length >= shortestWord).sort((one, other) => other.length - one.length);
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
