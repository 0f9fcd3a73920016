import type { EndpointName } from '@p2p-rates/contract'
import type { Rates, WebhookList } from '@p2p-rates/sdk'
import { expectTypeOf } from 'vitest'
import type { FakeAnswers } from './fake-server.js'

// The fake can be told every answer that has a body, and only as the contract has it.
expectTypeOf<Exclude<EndpointName, keyof FakeAnswers>>().toEqualTypeOf<
  'stream' | 'webhooks.delete' | 'inboxes.delete' | 'rules.delete' | 'boards.delete'
>()
expectTypeOf<FakeAnswers['rates']>().toEqualTypeOf<Rates>()
expectTypeOf<FakeAnswers['webhooks.list']>().toEqualTypeOf<WebhookList>()
