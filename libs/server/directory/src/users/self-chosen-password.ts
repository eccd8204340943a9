import { type Problem, problem } from '@gatehouse/problems';
import { commonPasswords } from './common-passwords';

/** What the password of an account must not consist of. */
export interface PasswordContext {
  readonly userName: string;
  readonly email: string;
  /** The base address of the service; the labels of its host name are public. */
  readonly publicUrl: string;
  /** Minimum length, in Unicode code points. */
  readonly minimum: number;
}

const PRODUCT = 'gatehouse';
/** Shorter words occur in unrelated passwords. */
const MIN_WORD_LENGTH = 3;
/** The number of characters that a password must have besides names that an attacker knows. */
const MIN_OTHER_CHARACTERS = 6;
/** Longer texts, in UTF-16 code units, are accepted without this check, which would take time and find nothing. */
const MAX_EXAMINED_LENGTH = 1024;

/**
 * The error of a password that a user chooses, under the rules of NIST SP 800-63B: a minimum length, not a common
 * password, not composed of the names of the account or of the service. There are no composition rules. Undefined if the
 * password is acceptable. No error contains the password. Reference: sessions#self-chosen-passwords.
 */
export async function selfChosenPasswordError(
  password: string,
  context: PasswordContext,
): Promise<Problem | undefined> {
  if (password.length > Math.max(MAX_EXAMINED_LENGTH, 2 * context.minimum)) return undefined;
  const length = [...password].length;
  if (length < context.minimum) return tooShort(length, context.minimum);
  const common = await commonPasswords();
  const key = password.normalize('NFKC').toLowerCase();
  if (common.has(key)) return refused('password_too_common', length);
  const others = withoutWords(key, wordsOf(context));
  if (others === undefined) return undefined;
  const isLikeNames = others.length < MIN_OTHER_CHARACTERS || common.has(others);
  return isLikeNames ? refused('password_like_user_name', length) : undefined;
}

export function tooShort(length: number, minimum: number): Problem {
  const compare = `range(0, ${minimum})`;
  return problem(
    'password_too_short',
    { minimum },
    { param: { name: 'password', value: length, compare, conditions: { not_in: false } } },
  );
}

function refused(code: 'password_too_common' | 'password_like_user_name', length: number): Problem {
  return problem(code, {}, { param: { name: 'password', value: length, conditions: { not_in: false } } });
}

/** The letters and digits of a password that belong to none of the words; undefined if it contains none of the words. */
function withoutWords(password: string, words: readonly string[]): string | undefined {
  const text = lettersAndDigits(password);
  const others = words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
  return others === text ? undefined : others.replaceAll(' ', '');
}

/** The names of the account and of the service, whole and in parts, the longest first. */
function wordsOf({ userName, email, publicUrl }: PasswordContext): string[] {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
  const names = [userName, email, ...email.split('@'), host, PRODUCT].map((name) => name.toLowerCase());
  const words = names.flatMap((name) => [lettersAndDigits(name), ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((one, other) => other.length - one.length);
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
