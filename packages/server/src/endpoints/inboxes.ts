import {
  confirmInbox,
  createInbox,
  deleteInbox,
  type EndpointName,
  isoTime,
  listInboxes,
  presentInbox,
  stopInbox,
  stopOnPage,
} from '@p2p-rates/contract'
import { accountOf } from '../accounts/actor.js'
import { type Implementation, type ImplementationsOf, implement } from '../http/implement.js'
import type { CreatedInboxFacts, InboxRoom } from '../inboxes/inbox-room.js'

export const inboxEndpoints = (inboxes: InboxRoom): ImplementationsOf<Extract<EndpointName, `inboxes.${string}`>> => ({
  'inboxes.list': implement(listInboxes, async ({ actor }) => ({
    answer: { inboxes: (await inboxes.list(accountOf(actor).id)).map(presentInbox), kinds: inboxes.kinds },
  })),
  'inboxes.create': implement(createInbox, async ({ body, actor }) => ({
    answer: withStart(await inboxes.create(accountOf(actor), body)),
  })),
  'inboxes.delete': implement(deleteInbox, async ({ params, actor }) => {
    await inboxes.delete(accountOf(actor).id, params.id)
    return { nothing: true }
  }),
})

export const inboxConfirmation = (inboxes: Pick<InboxRoom, 'confirm'>) =>
  implement(confirmInbox, async ({ body }) => ({ answer: { name: (await inboxes.confirm(body.token)).name ?? '' } }))

export const stopOnPageEndpoint = (inboxes: Pick<InboxRoom, 'stop'>) =>
  implement(stopOnPage, async ({ body }) => {
    await inboxes.stop(body.id)
    return { nothing: true }
  })

/** For readers, who need no account. */
export const stopEndpoint = (inboxes: Pick<InboxRoom, 'stop'>): Implementation =>
  implement(stopInbox, async ({ params }) => {
    await inboxes.stop(params.id)
    return { nothing: true }
  })

const withStart = ({ inbox, start }: CreatedInboxFacts) => ({
  ...presentInbox(inbox),
  start: start && { code: start.code, link: start.link, ends_at: isoTime(start.endsAtMs) },
})
