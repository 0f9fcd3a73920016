import type { Mutation } from './mutation.js'

const trust = 'packages/core/src/trust'

export const trustMutations: readonly Mutation[] = [
  {
    name: 'completion rates of few orders are believed as they stand',
    file: `${trust}/quality.ts`,
    search: 'const p = (completion * orders + prior.completion * prior.strength) / (orders + prior.strength)',
    replacement: 'const p = completion',
    tests: [`${trust}/quality.test.ts`],
  },
  {
    name: 'Binance: paid ads are not told from others',
    file: 'packages/core/src/exchanges/binance.ts',
    search: 'promoted: privilegeType === 8 || privilegeType === 2 || Boolean(privilegeDesc)',
    replacement: 'promoted: false',
    tests: ['packages/core/src/exchanges/binance.test.ts'],
  },
]
