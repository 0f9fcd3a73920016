import type { P2P } from '@p2p-rates/sdk'
import { expect, test } from 'vitest'
import { recordedCandles } from './recorded-candles.js'

const refusal = (code: string) => Object.assign(new Error('no'), { code })

function asking(refuse: (query: { readonly include?: unknown }) => Error | null) {
  const included: unknown[] = []
  const warnings: string[] = []
  const p2p = {
    candles: (query: { readonly include?: unknown }) => {
      included.push(query.include)
      const error = refuse(query)
      return error === null ? Promise.resolve({ candles: [] }) : Promise.reject(error)
    },
  }
  const ask = (question: (p2p: P2P) => unknown) => question(p2p as never)
  const candles = recordedCandles({ request: ask as never, terminal: { printWarning: (text) => warnings.push(text) } })
  return { candles, included, warnings }
}

test('ad counts and confidence are asked for', async () => {
  const { candles, included, warnings } = asking(() => null)
  await candles({ exchange: 'okx' })
  expect({ included, warnings }).toEqual({ included: [['ads', 'confidence']], warnings: [] })
})

test('an older server is asked again without them, and once only', async () => {
  const { candles, included, warnings } = asking(({ include }) =>
    include === undefined ? null : refusal('invalid_parameter'),
  )
  await candles({ exchange: 'okx' })
  await candles({ exchange: 'bybit' })
  expect(included).toEqual([['ads', 'confidence'], undefined, undefined])
  expect(warnings).toHaveLength(1)
})

test('any other refusal is passed on unchanged', async () => {
  const other = asking(() => refusal('plan_required'))
  await expect(other.candles({})).rejects.toThrow(expect.objectContaining({ code: 'plan_required' }))
  expect(other.included).toHaveLength(1)
  const both = asking(() => refusal('invalid_parameter'))
  await expect(both.candles({})).rejects.toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
  expect(both.warnings).toEqual([])
})
