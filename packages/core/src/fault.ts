/** Every way an exchange can fail us. Each is an ordinary outcome with one retry policy, never an exception. */
export const faultKinds = [
  'timeout',
  'network',
  'tls',
  'dns',
  'rate_limited',
  'blocked',
  'unavailable',
  'bad_response',
  'too_large',
  'redirect',
  'schema_drift',
  'no_market',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type Fault = {
  readonly kind: FaultKind
  /** One sentence for a person; never carries the exchange's own text. */
  readonly message: string
  readonly httpStatus?: number
  readonly retryAfterSeconds?: number
  /** No later request is answered until the operator changes a setting, such as the key. */
  readonly isFinal?: true
}

/** True if a result is a `Fault`, the value for any failure of an exchange. */
export const isFault = (value: object): value is Fault => 'kind' in value && 'message' in value

/** Check a fault at run time, because a plug-in may return anything. */
export const isSoundFault = (value: object): value is Fault =>
  isFault(value) &&
  faultKinds.includes(value.kind) &&
  typeof value.message === 'string' &&
  /^[^\p{C}<>]{1,300}$/u.test(value.message) &&
  [value.httpStatus, value.retryAfterSeconds].every((figure = 0) => Number.isFinite(figure) && figure >= 0)
