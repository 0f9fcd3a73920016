import { exchanges, reasonCodes } from '@p2p-rates/core'
import { expect, test } from 'vitest'
import { exchangeName, usualExchanges } from './exchange-names.js'
import { reasonInWords } from './reports/reason-in-words.js'

test('the usual exchanges are those of the core, in its order and with its names', () => {
  expect(usualExchanges).toEqual(exchanges.map(({ id }) => id))
  expect(usualExchanges.map(exchangeName)).toEqual(exchanges.map(({ name }) => name))
})

test('every reason has words of its own', () => {
  for (const code of reasonCodes) expect(reasonInWords(code)).not.toContain('_')
  expect(new Set(reasonCodes.map(reasonInWords)).size).toBe(reasonCodes.length)
})
