import type { InboxRoom } from '../inbox-room.js'

/** Where nobody reads. */
export const noInboxes: Pick<InboxRoom, 'isOpenFor' | 'send'> = {
  isOpenFor: async () => false,
  send: async () => ({ over: 'gone' }),
}
