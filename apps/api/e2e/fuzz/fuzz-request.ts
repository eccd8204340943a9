/** Who sends a request: anonymous, an ordinary user, or an administrator. */
export const PERSONAS = ['anonymous', 'user', 'administrator'] as const;
export type Persona = (typeof PERSONAS)[number];

/** Part of a path: bytes as sent, or one of the objects that exist when the request is sent. */
export type Segment =
  | { readonly raw: string }
  | {
      /** Path parameter, e.g. `user_name`. */
      readonly existing: string;
      readonly choice: number;
    };

/** A generated request; the path is built when it is sent, because ids of recreated objects are not known before. */
export interface FuzzRequest {
  readonly persona: Persona;
  readonly method: string;
  readonly segments: readonly Segment[];
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** A request as sent. */
export interface SentRequest {
  readonly persona: Persona;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** A description for reproducing it: bytes that are not text are shown in hexadecimal. */
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
