/** Who sends a request: without session, with that of an ordinary user, or with an administrator's. */
export const PERSONAS = ['nobody', 'user', 'administrator'] as const;
export type Persona = (typeof PERSONAS)[number];

/** Part of a path: bytes as they are sent, or one of the things that exist when the request is sent. */
export type Segment =
  | { readonly raw: string }
  | {
      /** Path parameter, e.g. `user_name`. */
      readonly existing: string;
      readonly choice: number;
    };

/** A generated request; the path is made when it is sent, because ids of things that were made anew are not known before. */
export interface FuzzRequest {
  readonly persona: Persona;
  readonly method: string;
  readonly segments: readonly Segment[];
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** A request as it goes out. */
export interface SentRequest {
  readonly persona: Persona;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** For people who have to reproduce it: bytes that are no text are shown in hexadecimal. */
export function describeRequest({ persona, method, path, headers, body }: SentRequest): string {
  const text = body?.toString('utf8') ?? '';
  const shown = Buffer.from(text).equals(body ?? Buffer.alloc(0)) ? text : `0x${body?.toString('hex')}`;
  const cut = (long: string) => (long.length > 600 ? `${long.slice(0, 600)}… (${long.length})` : long);
  return [
    `${persona}: ${method} ${cut(path)}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${cut(value)}`),
    ...(body ? [`  ${cut(JSON.stringify(shown))}`] : []),
  ].join('\n');
}
