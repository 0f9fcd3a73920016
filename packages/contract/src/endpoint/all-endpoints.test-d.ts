import { expectTypeOf } from 'vitest'
import { type EndpointName, type endpoints, type marketEndpoints, rates } from '../index.js'

expectTypeOf(rates.name).toEqualTypeOf<'rates'>()
expectTypeOf(rates.path).toEqualTypeOf<'/rates'>()
expectTypeOf<keyof typeof marketEndpoints>().toExtend<EndpointName>()
expectTypeOf<(typeof endpoints)[number]['name']>().toEqualTypeOf<string>()
