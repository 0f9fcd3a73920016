import type { WebhookStore } from './webhook-store.js'

export interface LockableWebhookStore extends Pick<WebhookStore, 'find' | 'list' | 'create' | 'delete' | 'change'> {
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>
}
