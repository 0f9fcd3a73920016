export { createRandom, mix, type Random, seedFor } from './random.js'
