import type { WebhookStore } from './webhook-store.js'

export interface Records extends Pick<WebhookStore, 'find' | 'list' | 'create' | 'delete' | 'change'> {
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}
