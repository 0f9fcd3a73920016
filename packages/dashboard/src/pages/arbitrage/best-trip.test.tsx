import { arbitrage, arbitrageExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { BestTrip, bestOf } from './best-trip.js'

const across = { ...arbitrageExample, buy_exchange: 'bybit', sell_exchange: 'bitget', net_profit: 529.21 }
const alone = { ...arbitrageExample, buy_exchange: 'bitget', sell_exchange: 'bitget', net_profit: 593.11 }
const answer = { ...arbitrage.example, opportunities: [across], same_exchange: [alone] }

test('the best trip is the best of all, one exchange alone included; then the best across two', async () => {
  expect(bestOf(answer)).toBe(alone)
  const { container } = await renderPart(<BestTrip answer={answer} />)
  const [first, second] = [...container.querySelectorAll('p')].map((line) => line.textContent)
  expect(first).toMatch(/^Best now: buy and sell on Bitget\. .*\+593\.11 UAH/)
  expect(second).toMatch(/^Best across two exchanges: buy on Bybit, sell on Bitget.*\+529\.21 UAH/)
})

test('where two exchanges are better, one sentence names them', async () => {
  const { container } = await renderPart(
    <BestTrip answer={{ ...answer, same_exchange: [{ ...alone, net_profit: 5 }] }} />,
  )
  const lines = [...container.querySelectorAll('p')].map((line) => line.textContent)
  expect(lines).toEqual([expect.stringMatching(/^Best now: buy on Bybit, sell on Bitget\..*\+529\.21/)])
})
