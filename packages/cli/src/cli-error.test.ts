import { noPriceProblem } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { exitCodes, hintForOptions, toCliError } from './cli-error.js'

const refused = ({ message, smallestTrade }: { readonly message: string; readonly smallestTrade?: unknown }) =>
  Object.assign(new Error(message), { code: 'data_unavailable', status: 503, smallestTrade: smallestTrade ?? null })

test('no ad for a normal amount differs from an empty market, with names and advice', () => {
  const trade = { fromUsdt: 1300, fromFiat: 60_190, price: 46.3, exchange: 'okx', side: 'BUY' }
  const dear = toCliError(refused(noPriceProblem('UAH', { buy: trade as never, sell: null })))
  expect(dear.message).toBe(
    'There is no ad for a normal amount of UAH: you buy from 1,300 USDT (60,190 UAH) at 46.3 on OKX.',
  )
  expect(dear.hint).toContain('p2p quote --amount-usdt')
  const empty = toCliError(refused(noPriceProblem('UAH', { buy: null, sell: null })))
  expect(empty.message).not.toContain('normal amount')
  expect(empty.hint).toContain('p2p doctor')
  expect([dear.exitCode, empty.exitCode]).toEqual([6, 6])
  // Hints follow the fields of the answer, however its sentence is worded.
  const smallestTrade = noPriceProblem('UAH', { buy: trade as never, sell: null }).smallestTrade
  const reworded = toCliError(refused({ message: 'Everybody asks for more on okx.', smallestTrade }))
  expect([reworded.message, reworded.hint]).toEqual(['Everybody asks for more on OKX.', dear.hint])
})

test('parameters have the names of their options, those of the profile the names of its settings', () => {
  const { message } = toCliError(thrown({ status: 400 }, '`payment_method` and `my_completion_pct` are wrong.'))
  expect(message).toBe('--payment-method and me.completion-pct are wrong.')
  expect(hintForOptions('`my_methods`: unknown.', new Map())).toBe('me.methods: unknown.')
})

const thrown = (facts: object, message = 'it went wrong.') => Object.assign(new Error(message), facts)

const errors: readonly (readonly [facts: object, exitCode: number])[] = [
  [{ code: 'commander.unknownOption' }, 2],
  [{ code: 'usage' }, 2],
  [{ status: 400, code: 'invalid_parameter' }, 2],
  [{ status: 422, code: 'idempotency_key_reused' }, 2],
  [{ code: 'needs_server' }, 2],
  [{ code: 'missing_key', status: 401 }, 4],
  [{ code: 'invalid_key', status: 401 }, 4],
  [{ code: 'plan_required', status: 403 }, 4],
  [{ code: 'rate_limited', status: 429 }, 5],
  [{ code: 'quota_exceeded', status: 429 }, 5],
  [{ code: 'stream_limit', status: 429 }, 5],
  [{ code: 'data_unavailable', status: 503 }, 6],
  [{ code: 'not_found', status: 404 }, 1],
  [{ code: 'internal_error', status: 500 }, 1],
  [{ code: 'storage_unavailable', status: 503 }, 1],
  [{ code: 'connection_failed' }, 1],
  [{ code: 'timeout' }, 1],
  [{ code: 'malformed_answer' }, 1],
  [{}, 1],
  [{ code: 'aborted' }, 130],
]
test('each error becomes an exit code and a sentence, with the error as its cause', () => {
  for (const [facts, exitCode] of errors) {
    const error = thrown(facts)
    const failure = toCliError(error, 'p2p rates')
    expect.soft({ facts, exitCode: failure.exitCode }).toEqual({ facts, exitCode })
    expect.soft(failure.cause).toBe(error)
    expect.soft(failure.message).toMatch(/^\S.*[.!?]$/)
  }
})

test('a message of the parser becomes a sentence, its suggestion the hint', () => {
  const error = thrown({ code: 'commander.unknownCommand' }, "error: unknown command 'rats'\n(Did you mean rates?)")
  expect(toCliError(error)).toMatchObject({
    message: "Unknown command 'rats'.",
    hint: 'Did you mean rates?',
    exitCode: 2,
  })
})

test('every thrown value becomes a failure; a known failure stays unchanged', () => {
  for (const odd of ['text', 7, null, undefined, {}]) expect(toCliError(odd).exitCode).toBe(1)
  const known = toCliError(thrown({ status: 401 }))
  expect(toCliError(known)).toBe(known)
})

test('people read the names of options, not those of the API, and a suggestion once, as a hint', () => {
  const refused = (message: string, param = 'x', suggestion: string | null = null) =>
    toCliError(thrown({ status: 400, param, suggestion }, message), 'p2p quote')
  expect(refused('`payment_method` must be at most 64 characters.').message).toBe(
    '--payment-method must be at most 64 characters.',
  )
  expect(refused('`amount_usdt` must be above 0.').message).toBe('--amount-usdt must be above 0.')
  expect(refused('`transfer_fee_usdt` must be a number.').message).toBe('--transfer-fee-usdt must be a number.')
  const near = refused('`exchange` must be one of binance, bybit. Did you mean `bybit`?', 'exchange', 'bybit')
  expect([near.message, near.hint]).toEqual(['--exchange must be one of binance, bybit.', 'Did you mean bybit?'])
  expect(refused('`fiat` must be one of UAH, EUR.', 'fiat').hint).toContain('p2p markets')
})

test('a limit says when to try again, where the server says so', () => {
  expect(toCliError(thrown({ status: 429, retryAfter: 12 })).hint).toMatch(/^Try again in 12 s\./)
  expect(toCliError(thrown({ status: 429, retryAfter: null })).hint).toBe('p2p usage --plan shows your usage.')
})

test('a command that needs a server is named as it was typed', () => {
  const error = thrown({ code: 'needs_server' }, 'candles needs a p2p-rates server. Exchanges keep no past.')
  expect(toCliError(error, 'p2p history').message).toBe('history needs a p2p-rates server.')
})

test('every exit code has its own number and an explanation', () => {
  const all = Object.values(exitCodes)
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
  for (const { means } of all) expect(means).toMatch(/^[A-Z].*\.$/)
})
