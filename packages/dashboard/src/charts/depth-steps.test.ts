import { expect, test } from 'vitest'
import { depthSteps, reachOf } from './depth-steps.js'

const offer = (price: number, available_usdt: number | null, max_amount = 0) => ({ price, available_usdt, max_amount })

test('USDT are summed from the best price outwards: upwards where one buys, downwards where one sells', () => {
  const offers = [offer(41.5, 100), offer(41.3, 20), offer(41.4, 50)]
  expect(depthSteps(offers, 'buy')).toEqual([
    { price: 41.3, usdt: 20 },
    { price: 41.4, usdt: 70 },
    { price: 41.5, usdt: 170 },
  ])
  expect(depthSteps(offers, 'sell').map(({ price, usdt }) => [price, usdt])).toEqual([
    [41.5, 100],
    [41.4, 150],
    [41.3, 170],
  ])
})

test('ads of one price are one step, and a hidden stock is what the largest order takes', () => {
  expect(depthSteps([offer(40, 10), offer(40, null, 800)], 'buy')).toEqual([{ price: 40, usdt: 30 }])
  expect(depthSteps([], 'buy')).toEqual([])
})

test('an amount ends where the offers before it are used up', () => {
  const steps = depthSteps([offer(40, 10), offer(50, 10)], 'buy')
  expect(reachOf(steps, 200)).toEqual({ price: 40, usdt: 5 })
  expect(reachOf(steps, 400)).toEqual({ price: 40, usdt: 10 })
  expect(reachOf(steps, 650)).toEqual({ price: 50, usdt: 15 })
  expect(reachOf(steps, 901)).toBeNull()
})
