import { markets, me, type rates, sources } from '@p2p-rates/contract'
import { expectTypeOf } from 'vitest'
import { type ImplementationsOf, implement } from './implement.js'

const answer = { answer: sources.example }

// Every name has its implementation, and its own.
const whole = { sources: implement(sources, () => answer) } satisfies ImplementationsOf<'sources'>
expectTypeOf(whole).not.toExtend<ImplementationsOf<'sources' | 'rates'>>()
expectTypeOf({ me: whole.sources }).not.toExtend<ImplementationsOf<'me'>>()
expectTypeOf<typeof rates.name>().toEqualTypeOf<'rates'>()

// @ts-expect-error the answer of another endpoint
implement(markets, () => ({ answer: me.example }))
