type Headers = readonly (readonly [name: string, value: string])[];

/** What a handler returns when there is more to say than content: headers, or another declared success status. */
export class Reply {
  constructor(
    readonly content: object | string | undefined,
    readonly headers: Headers = [],
    readonly status?: number,
    readonly detail?: string,
  ) {}

  /** Text of an endpoint that is declared `raw`. */
  static raw(text: string, headers: Headers = []): Reply {
    return new Reply(text, headers);
  }
}
