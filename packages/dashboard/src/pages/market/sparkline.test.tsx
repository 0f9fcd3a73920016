import { expect, test, vi } from 'vitest'
import { createAsk } from '../../ask/ask.js'
import { drawn } from '../../testing/drawn.js'
import { theHistory } from '../../testing/known-prices.js'
import { Sparkline } from './sparkline.js'

test('who comes back within five minutes sees the line at once, and nobody is asked again', async () => {
  vi.useFakeTimers()
  let asked = 0
  const answer = JSON.stringify(theHistory(96))
  const ask = createAsk(() => {
    asked += 1
    return Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } }))
  }, {})
  const wait = async () => {
    await vi.advanceTimersByTimeAsync(700)
  }
  try {
    const first = await drawn(<Sparkline fiat="UAH" exchange="okx" />, { ask })
    await first.after(wait)
    await first.after(wait)
    expect(first.place.querySelector('.spark path')).not.toBeNull()
    const second = await drawn(<Sparkline fiat="UAH" exchange="okx" />, { ask })
    expect(second.place.querySelector('.spark path')).not.toBeNull()
    await second.after(wait)
    expect(asked).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})
