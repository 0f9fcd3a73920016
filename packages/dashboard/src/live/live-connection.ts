/** Live connection, loaded when the first prices appear. */
export { createConnection } from './connection.js'
export { readRates } from './read-rates.js'
