import { createWebhook, orderbook, resendDelivery } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { knownInputName } from './request-pipeline.js'

test('an input is named only where it is ours', () =>
  checkEach(
    [
      ['a parameter', orderbook, 'rows', 'rows'],
      ['a field', createWebhook, 'threshold', 'threshold'],
      ['a part of the path', resendDelivery, 'delivery_id', 'delivery_id'],
      ['a header', createWebhook, 'Idempotency-Key', 'Idempotency-Key'],
      ['nothing', orderbook, undefined, null],
      ["another endpoint's parameter", orderbook, 'threshold', null],
      ["a caller's own word", orderbook, 'p2p_7Hk2QzX9', null],
      ['a word of JavaScript', createWebhook, 'constructor', null],
    ] as const,
    ([_, endpoint, param, told]) => {
      expect(knownInputName(endpoint, param === undefined ? {} : { param })).toBe(told)
    },
  ))
