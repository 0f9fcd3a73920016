import { expect, test } from 'vitest'
import * as sdk from './index.js'

test('exactly these names are public', () => {
  expect(Object.keys(sdk).sort()).toEqual([
    'APIConnectionError',
    'APIConnectionTimeoutError',
    'APIError',
    'APIUserAbortError',
    'AuthenticationError',
    'BadRequestError',
    'ConflictError',
    'DataUnavailableError',
    'InternalServerError',
    'MalformedAnswerError',
    'NeedsServerError',
    'NotFoundError',
    'P2P',
    'P2PError',
    'PlanRequiredError',
    'RateLimitError',
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
