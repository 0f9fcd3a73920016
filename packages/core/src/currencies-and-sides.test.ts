import { expect, test } from 'vitest'
import { fiats } from './currencies-and-sides.js'

test('the list begins with the currencies of the specification, in its order; later ones stand behind them', () => {
  const specified = 'UAH PLN EUR USD KZT CZK GBP TRY RON GEL AMD MDL AZN KGS INR BRL VND PHP IDR'.split(' ')
  expect(fiats.slice(0, specified.length)).toEqual(specified)
  expect(new Set(fiats).size).toBe(fiats.length)
})
