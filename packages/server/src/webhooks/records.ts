import type { WebhookStore } from './webhook-store.js'

/** Webhooks as their owners and plans change them. */
export interface Records extends Pick<WebhookStore, 'find' | 'list' | 'create' | 'delete' | 'change'> {
  /** Runs `work` exclusively. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}
