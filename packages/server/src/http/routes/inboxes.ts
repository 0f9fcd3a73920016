import {
  confirmInbox,
  createInbox,
  deleteInbox,
  type EndpointName,
  isoTime,
  listInboxes,
  stopInbox,
  stopOnPage,
  toInboxResponse,
} from '@p2p-rates/contract'
import { accountOf } from '../../accounts/actor.js'
import type { ChannelService, CreatedChannel } from '../../alerts/channels/channel-service.js'
import { handle, type ImplementationsOf, type RouteHandler } from '../route-handler.js'

export const inboxEndpoints = (
  inboxes: ChannelService,
): ImplementationsOf<Extract<EndpointName, `inboxes.${string}`>> => ({
  'inboxes.list': handle(listInboxes, async ({ actor }) => ({
    answer: { inboxes: (await inboxes.list(accountOf(actor).id)).map(toInboxResponse), kinds: inboxes.kinds },
  })),
  'inboxes.create': handle(createInbox, async ({ body, actor }) => ({
    answer: withStart(await inboxes.create(accountOf(actor), body)),
  })),
  'inboxes.delete': handle(deleteInbox, async ({ params, actor }) => {
    await inboxes.delete(accountOf(actor).id, params.id)
    return { nothing: true }
  }),
})

export const inboxConfirmation = (inboxes: Pick<ChannelService, 'confirm'>) =>
  handle(confirmInbox, async ({ body }) => ({ answer: { name: (await inboxes.confirm(body.token)).name ?? '' } }))

export const stopOnPageEndpoint = (inboxes: Pick<ChannelService, 'stop'>) =>
  handle(stopOnPage, async ({ body }) => {
    await inboxes.stop(body.id)
    return { nothing: true }
  })

export const stopEndpoint = (inboxes: Pick<ChannelService, 'stop'>): RouteHandler =>
  handle(stopInbox, async ({ params }) => {
    await inboxes.stop(params.id)
    return { nothing: true }
  })

const withStart = ({ inbox, start }: CreatedChannel) => ({
  ...toInboxResponse(inbox),
  start: start && { code: start.code, link: start.link, ends_at: isoTime(start.endsAtMs) },
})
