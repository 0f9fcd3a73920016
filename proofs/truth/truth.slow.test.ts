import { expect, test } from 'vitest'
import { holds } from '../testing/holds.js'
import { truthProof } from '../truth.js'
import { modelledAdvertiser } from './advertiser.js'
import { evaluate } from './evaluate.js'
import { ourMethod } from './our-method.js'
import { marketClasses } from './simulated-market.js'
import { measureLedger, readLedger } from './trust-ledger.js'

test('prices on 6 simulated markets are true, and no scenario scores worse than before', () => holds(truthProof, 6))

test('the same seed gives the same figures', () => {
  const [thick] = marketClasses
  if (thick === undefined) throw new Error('There are classes.')
  const trial = { seed: Number(process.env.SEED), markets: 2, draw: modelledAdvertiser }
  const figures = () => evaluate(thick, [ourMethod], trial)
  expect(figures()).toEqual(figures())
})

test('a sample of the ledger, measured again, says the same', () => {
  const measured = measureLedger({ numbers: [], rules: ['standing: boards that were read late'] })
  const stored = readLedger()
  expect(measured.rules).toEqual(stored.rules.filter(({ rule }) => rule === 'standing: boards that were read late'))
})
