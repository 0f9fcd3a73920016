/** What keeps prices coming. It is loaded when the first ones are shown. */
export { createConnection } from './connection.js'
export { readRates } from './read-rates.js'
