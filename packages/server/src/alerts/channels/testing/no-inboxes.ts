import type { ChannelService } from '../channel-service.js'

export const noInboxes: Pick<ChannelService, 'isOpenFor' | 'send'> = {
  isOpenFor: async () => false,
  send: async () => ({ over: 'gone' }),
}
