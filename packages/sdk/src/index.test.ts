import { expect, test } from 'vitest'
import * as sdk from './index.js'

test('exactly these names are public', () => {
  expect(Object.keys(sdk).sort()).toEqual([
    'AbortedError',
    'ApiError',
    'AuthenticationError',
    'BadRequestError',
    'ConflictError',
    'ConnectionError',
    'DataUnavailableError',
    'LimitError',
    'MalformedAnswerError',
    'NeedsServerError',
    'NotFoundError',
    'P2P',
    'P2PError',
    'PlanRequiredError',
    'ServerError',
    'TimeoutError',
    'UsageError',
    'WebhookVerificationError',
    'createEventParser',
    'generateTestHeaders',
    'unwrapWebhook',
    'verifyFixings',
    'verifySignature',
    'version',
  ])
})
