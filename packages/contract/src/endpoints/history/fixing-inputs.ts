import { asset, confidenceLevels } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { ofDay, ofFiat } from '../../endpoint/common-inputs.js'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import { typed } from '../../endpoint/type-names.js'
import { wireAsset, wireFiat, wireTime } from '../../endpoint/wire-schemas.js'
import type { FixingInputs, RecordedInputs } from '../../generated/types.js'
import { wireMethod } from '../prices/reference-index.js'
import { wireDay, wireDigest } from './fixings.js'

const source = z
  .object({
    exchange: z.string().meta({ description: 'The exchange.', examples: ['binance'] }),
    price: z.number().positive().meta({ description: 'Middle of the two centres of the exchange, unrounded.' }),
    evidence: z.number().positive().meta({ description: 'Weight of the votes on its weaker side, unrounded.' }),
  })
  .meta({ id: 'FixingSource' })

const slot = z
  .object({
    at: wireTime.meta({ description: 'Start of the slot, UTC.' }),
    confidence: typed('Confidence', z.enum(confidenceLevels)).meta({ description: 'Confidence that the index had.' }),
    sources: z.array(source).meta({ description: 'Exchanges of the index in this slot.' }),
  })
  .meta({ id: 'FixingSlot' })

const usualSource = z
  .object({
    exchange: z.string().meta({ description: 'The exchange.', examples: ['binance'] }),
    days: z.int().min(0).max(30).meta({ description: 'Days on which it took part, at most 30.' }),
    share: z.number().min(0).max(1).meta({ description: 'Usual share of the weight.' }),
  })
  .meta({ id: 'UsualSource' })

const inputs: z.ZodType<RecordedInputs> = z
  .object({
    method: wireMethod,
    notice: z
      .int()
      .min(0)
      .meta({ description: 'Earlier fixings that have published the value of the next method, too.' }),
    usual: z
      .array(usualSource)
      .meta({ description: 'State of the exchanges before this fixing. Empty before the first.' }),
    slots: z.array(slot).meta({ description: 'The recorded 5-minute slots, oldest first.' }),
  })
  .meta({ id: 'RecordedInputs', description: 'Everything that a fixing is computed from.' })

const answer: z.ZodType<FixingInputs> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    day: wireDay,
    number: z.int().min(1).meta({ description: 'Position of the fixing in the chain of the currency.' }),
    inputs,
    inputs_digest: wireDigest.meta({ description: 'SHA-256 in hex over `inputs` as canonical JSON (RFC 8785).' }),
  })
  .meta({ id: 'FixingInputs', description: 'Inputs of one fixing.' })

export const toFixingInputsResponse = (facts: Omit<FixingInputs, 'asset'>): FixingInputs => ({
  asset,
  fiat: facts.fiat,
  day: facts.day,
  number: facts.number,
  inputs: facts.inputs,
  inputs_digest: facts.inputs_digest,
})

/**
 * Fails with `not_found` if the day has no fixing with recorded inputs.
 *
 * @example
 * const { inputs } = await p2p.fixingInputs('UAH', '2026-11-25')
 */
export const fixingInputs = defineEndpoint({
  name: 'fixing-inputs',
  method: 'GET',
  path: '/index/fixings/{fiat}/{day}/inputs',
  access: { kind: 'key', plan: 'Free' },
  summary: 'Inputs of a fixing',
  description:
    'Everything that the fixing of a day was computed from: middle price and evidence of each exchange in each slot, and the state that the fixing before it handed on. The fixing carries the digest of its inputs, so anyone can compute it again.',
  params: { fiat: ofFiat, day: ofDay },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    day: '2026-11-25',
    number: 5,
    inputs: {
      method: 'fixing-2',
      notice: 0,
      usual: [{ exchange: 'binance', days: 30, share: 0.4 }],
      slots: [
        {
          at: '2026-11-25T11:30:00.000Z',
          confidence: 'medium',
          sources: [{ exchange: 'binance', price: 41.185, evidence: 12.5 }],
        },
      ],
    },
    inputs_digest: 'a393d1a413b4734e24eb09fc9c710af0251e11d12ae03100f178d130a7749948',
  },
  errors: ['not_found', 'storage_unavailable'],
  carriesPrices: true,
})
