import { errorCodes } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import * as sdk from './index.js'
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
  429: sdk.LimitError,
  500: sdk.ServerError,
  503: sdk.ServerError,
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
