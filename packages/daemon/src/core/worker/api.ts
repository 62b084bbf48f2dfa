/** The calls of a worker as types, shared by its owner and its entry file. */

/** Such as `{ read(image: Image): Text }`. Arguments and results are copied, so they are plain data. */
export type WorkerApi<Api> = { [Name in keyof Api]: (...args: never[]) => unknown };

export type CallName<Api> = keyof Api & string;
export type CallArgs<Api, Name extends keyof Api> = Api[Name] extends (
  ...args: infer Args
) => unknown
  ? Args
  : never;
export type CallResult<Api, Name extends keyof Api> = Api[Name] extends (
  ...args: never[]
) => infer Result
  ? Awaited<Result>
  : never;
