import type { ChannelService } from '../channel-service.js'

/** Where nobody reads. */
export const noInboxes: Pick<ChannelService, 'isOpenFor' | 'send'> = {
  isOpenFor: async () => false,
  send: async () => ({ over: 'gone' }),
}
