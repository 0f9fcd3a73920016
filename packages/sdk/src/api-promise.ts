import type { ResponseMeta } from './response-meta.js'

/** An answer together with its limits, request id and raw response. */
export type RawResponse<T> = ResponseMeta & {
  readonly data: T
  /** Its status and headers; the body is already read. */
  readonly response: Response
  /** Names of the parameters that were lowered to the largest value the plan allows. */
  readonly clamped: readonly string[]
  /** Advice about a value that was accepted and is most likely a mistake, such as a misspelt payment method. */
  readonly hint: string | null
}

// biome-ignore lint/suspicious/noExplicitAny: as every promise has it, so that a handler may name the error it expects.
type OnRejected<A> = ((reason: any) => A | PromiseLike<A>) | null

/** Result of every call. Await it for the data alone, or use `withResponse()` for the data with headers and limits. */
export class APIPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Answer'
  readonly #received: Promise<RawResponse<T>>

  constructor(received: Promise<RawResponse<T>>) {
    this.#received = received
  }

  /**
   * The data with the limits, the request id and the raw response.
   *
   * @example
   * const { data, rateLimit, quota, requestId } = await p2p.rates().withResponse()
   */
  withResponse(): Promise<RawResponse<T>> {
    return this.#received
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise; deriving one only when asked keeps an unused one from counting as unhandled.
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: OnRejected<B>,
  ): Promise<A | B> {
    return this.#received.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: OnRejected<B>): Promise<T | B> {
    return this.then(null, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally)
  }
}
