import { markets, me, type rates, sources } from '@p2p-rates/contract'
import { expectTypeOf } from 'vitest'
import { handle, type ImplementationsOf } from './route-handler.js'

const answer = { answer: sources.example }

const whole = { sources: handle(sources, () => answer) } satisfies ImplementationsOf<'sources'>
expectTypeOf(whole).not.toExtend<ImplementationsOf<'sources' | 'rates'>>()
expectTypeOf({ me: whole.sources }).not.toExtend<ImplementationsOf<'me'>>()
expectTypeOf<typeof rates.name>().toEqualTypeOf<'rates'>()

// @ts-expect-error the answer of another endpoint
handle(markets, () => ({ answer: me.example }))
