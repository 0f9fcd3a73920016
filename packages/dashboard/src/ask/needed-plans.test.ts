import { featuresOf, planNames } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { planNeededFor, plannedFeatures } from './needed-plans.js'

test.each(plannedFeatures)('the plan that pages name for %s is the lowest that has it', (feature) => {
  expect(planNames.find((plan) => featuresOf(plan).includes(feature))).toBe(planNeededFor(feature))
})
