import { errorCodes } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import * as sdk from './index.js'
import { readErrorResponse } from './read-answer.js'
import { createFakeP2P } from './testing/index.js'

const classes = {
  400: sdk.BadRequestError,
  401: sdk.AuthenticationError,
  403: sdk.PlanRequiredError,
  404: sdk.NotFoundError,
  405: sdk.BadRequestError,
  409: sdk.ConflictError,
  413: sdk.BadRequestError,
  415: sdk.BadRequestError,
  422: sdk.BadRequestError,
  429: sdk.RateLimitError,
  500: sdk.InternalServerError,
  503: sdk.InternalServerError,
} as const

test('each code has a class of its status', () =>
  checkEach(Object.entries(errorCodes), async ([code, { status }]) => {
    const { client, fail } = createFakeP2P()
    fail('rates', code as keyof typeof errorCodes, { retryAfter: 7 })
    const error = await client.rates().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(classes[status])
    expect(error).toMatchObject({ status, code, retryAfter: 7, requestId: 'req_fake', rateLimit: { limit: 300 } })
    expect(error).toHaveProperty('name', (error as Error).constructor.name)
  }))

test('where no ad takes a normal amount, the error has the smallest trade as data', () => {
  const smallest_trade = { buy: { from_usdt: 1300, from_fiat: 60190, price: 46.3, exchange: 'okx' }, sell: null }
  const detail = { code: 'data_unavailable', message: 'There is no ad for a normal amount of UAH.' }
  const refused = (more: object) =>
    readErrorResponse(new Response(null, { status: 503 }), JSON.stringify({ detail: { ...detail, ...more } }), 0)
  expect(refused({ smallest_trade })).toMatchObject({ smallestTrade: smallest_trade })
  expect([refused({}), refused({ smallest_trade: 'much' })]).toMatchObject([
    { smallestTrade: null },
    { smallestTrade: null },
  ])
})
