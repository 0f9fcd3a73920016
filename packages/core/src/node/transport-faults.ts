import type { Fault } from '../fault.js'

export const faults = {
  connectTimeout: { kind: 'timeout', message: 'The exchange did not accept a connection in time.' },
  firstByteTimeout: { kind: 'timeout', message: 'The exchange did not begin to answer in time.' },
  totalTimeout: { kind: 'timeout', message: 'The exchange did not finish its answer in time.' },
  cancelled: { kind: 'timeout', message: 'The caller gave up before the exchange had answered.' },
  backingOff: { kind: 'rate_limited', message: 'The exchange asked us to pause; the pause is not over yet.' },
  network: { kind: 'network', message: 'The connection to the exchange failed or was cut.' },
  tls: { kind: 'tls', message: 'The exchange could not prove its identity over TLS.' },
  dns: { kind: 'dns', message: 'The host name could not be resolved.' },
  tooLarge: { kind: 'too_large', message: 'The answer is larger than any honest page.' },
  noMarket: { kind: 'no_market', message: 'The exchange does not trade this currency.' },
  brokenAdapter: { kind: 'schema_drift', message: 'The adapter of this exchange failed on the answer.' },
  redirect: { kind: 'redirect', message: 'The exchange points elsewhere; redirects are not followed.' },
  notHttp: { kind: 'bad_response', message: 'The answer is not valid HTTP.' },
  encoding: { kind: 'bad_response', message: 'The answer uses a compression that was not offered.' },
  compression: { kind: 'bad_response', message: 'The compressed answer is damaged or cut short.' },
  charset: { kind: 'bad_response', message: 'The answer is not UTF-8 text.' },
} as const satisfies Record<string, Fault>
