import type { CreatedInbox, InboxList, NewInbox } from '@p2p-rates/contract'
import type { APIPromise } from './api-promise.js'
import type { RequestOptions } from './options.js'
import type { TypedSend } from './send.js'

/** Mail addresses and Telegram chats that webhooks can go to. */
export type Inboxes = {
  /** All of the account, the oldest first, and the kinds that this server can write to. */
  list(options?: RequestOptions): APIPromise<InboxList>
  /**
   * Add a recipient, who must confirm first: by the link in a mail, or in Telegram by `start`.
   *
   * @example
   * const { id, start } = await p2p.inboxes.create({ kind: 'telegram', language: 'uk' })
   * console.log(`Open ${start?.link}, then create a webhook with the url inbox:${id}`)
   */
  create(inbox: NewInbox, options?: RequestOptions): APIPromise<CreatedInbox>
  /** Webhooks that go there are disabled. */
  delete(id: string, options?: RequestOptions): APIPromise<void>
}

export const createInboxes = (send: TypedSend): Inboxes => ({
  list: (options) => send('GET', '/inboxes', {}, options),
  create: (body, options) => send('POST', '/inboxes', { body }, options),
  delete: (id, options) => send('DELETE', '/inboxes/{id}', { params: { id } }, options),
})
