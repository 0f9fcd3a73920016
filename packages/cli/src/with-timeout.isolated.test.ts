import { expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.js'

test('an answer in time is the answer, a refusal the refusal, and no clock is left behind', async () => {
  vi.useFakeTimers()
  try {
    expect(await withTimeout(Promise.resolve(41), 'The server', 1_000)).toBe(41)
    await expect(withTimeout(Promise.reject(new Error('refused')), 'The server', 1_000)).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
    const late = withTimeout(new Promise(() => {}), 'https://s.example', 2_500)
    const outcome = expect(late).rejects.toMatchObject({
      exitCode: 1,
      message: 'https://s.example gave no complete answer within 2.5 s.',
    })
    await vi.advanceTimersByTimeAsync(2_500)
    await outcome
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
