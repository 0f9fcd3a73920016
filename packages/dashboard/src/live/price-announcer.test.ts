import { type Rates, ratesExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { createPriceAnnouncer } from './price-announcer.js'

const at = (buy: number, sell = 41.05, fiat = 'UAH'): Rates => ({
  ...ratesExample,
  fiat,
  best_buy: { price: buy, exchange: 'okx' },
  best_sell: { price: sell, exchange: 'binance' },
})

const openSpeech = () => {
  const said: string[] = []
  const waiting: { atMs: number; act: () => void }[] = []
  const scene = { nowMs: 0, isHeard: true }
  const speech = createPriceAnnouncer({
    now: () => scene.nowMs,
    after: (ms, act) => {
      const one = { atMs: scene.nowMs + ms, act }
      waiting.push(one)
      return () => void waiting.splice(waiting.indexOf(one), 1)
    },
    isEnabled: () => scene.isHeard,
    announceChange: (before, now) => said.push(`${before.best_buy.price} ${now.best_buy.price}`),
  })
  const pass = (ms: number) => {
    scene.nowMs += ms
    for (const one of [...waiting].filter(({ atMs }) => atMs <= scene.nowMs)) {
      waiting.splice(waiting.indexOf(one), 1)
      one.act()
    }
  }
  return { said, scene, speech, pass, waiting }
}

test('the first prices are not spoken, the first change is at once', () => {
  const { said, speech } = openSpeech()
  speech.handleRates(at(41.3))
  speech.handleRates(at(41.3))
  expect(said).toEqual([])
  speech.handleRates(at(41.28))
  expect(said).toEqual(['41.3 41.28'])
})

test('changes within a minute are gathered, and only the remaining ones are spoken', () => {
  const { said, speech, pass } = openSpeech()
  for (const price of [41.3, 41.28]) speech.handleRates(at(price))
  pass(10_000)
  for (const price of [41.27, 41.25]) speech.handleRates(at(price))
  pass(49_999)
  expect(said).toEqual(['41.3 41.28'])
  pass(1)
  expect(said).toEqual(['41.3 41.28', '41.28 41.25'])
})

test('a change that was taken back is not spoken', () => {
  const { said, speech, pass } = openSpeech()
  for (const price of [41.3, 41.28]) speech.handleRates(at(price))
  speech.handleRates(at(41.4))
  speech.handleRates(at(41.28))
  pass(60_000)
  expect(said).toEqual(['41.3 41.28'])
})

test('nothing is spoken on a hidden page, and nothing old on the return', () => {
  const { said, scene, speech, pass } = openSpeech()
  speech.handleRates(at(41.3))
  scene.isHeard = false
  speech.handleRates(at(41.2))
  scene.isHeard = true
  pass(60_000)
  expect(said).toEqual([])
  speech.handleRates(at(41.1))
  expect(said).toEqual(['41.2 41.1'])
})

test('another currency starts again', () => {
  const { said, speech } = openSpeech()
  speech.handleRates(at(41.3))
  speech.handleRates(at(0.9, 0.88, 'EUR'))
  expect(said).toEqual([])
})

test('after its end it says nothing', () => {
  const { said, speech, pass, waiting } = openSpeech()
  for (const price of [41.3, 41.28, 41.2]) speech.handleRates(at(price))
  speech.cancelPending()
  expect(waiting).toEqual([])
  pass(60_000)
  expect(said).toEqual(['41.3 41.28'])
})
