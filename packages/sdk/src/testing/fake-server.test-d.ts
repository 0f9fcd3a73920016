import type { EndpointName } from '@p2p-rates/contract'
import type { Rates, WebhookList } from '@p2p-rates/sdk'
import { expectTypeOf } from 'vitest'
import type { FakeAnswers } from './fake-server.js'

// Every answer with a body can be faked, and only in the contract's type.
expectTypeOf<Exclude<EndpointName, keyof FakeAnswers>>().toEqualTypeOf<
  'stream' | 'webhooks.delete' | 'inboxes.delete' | 'rules.delete' | 'boards.delete'
>()
expectTypeOf<FakeAnswers['rates']>().toEqualTypeOf<Rates>()
expectTypeOf<FakeAnswers['webhooks.list']>().toEqualTypeOf<WebhookList>()
