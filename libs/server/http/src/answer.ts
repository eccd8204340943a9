/** What a handler returns when there is more to say than content: headers, or another declared success status. */
export class Reply {
  constructor(
    readonly content: object | undefined,
    readonly headers: readonly (readonly [name: string, value: string])[] = [],
    readonly status?: number,
    readonly detail?: string,
  ) {}
}
