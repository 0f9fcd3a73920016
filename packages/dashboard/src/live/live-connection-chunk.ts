/** Live connection, loaded when the first prices appear. */

export { readRatesStream } from './read-rates-stream.js'
export { createLiveConnection } from './stream-or-poll-connection.js'
