export * from './ad.js'
export * from './reading.js'
export * from './vocabulary.js'
