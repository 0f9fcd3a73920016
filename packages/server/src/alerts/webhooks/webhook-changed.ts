export type WebhookChanged = {
  readonly kind: 'webhook_changed'
  readonly webhookId: string
  readonly state: 'enabled' | 'disabled' | 'deleted'
}

export type PublishWebhookEvent = (event: WebhookChanged) => void | Promise<void>
