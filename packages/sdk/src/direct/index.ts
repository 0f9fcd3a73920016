export { createDirectClient, type DirectClient, type DirectOptions } from './direct-client.js'
