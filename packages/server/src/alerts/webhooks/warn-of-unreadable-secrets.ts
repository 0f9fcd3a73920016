import type { Log } from '../../base/log/log.js'
import type { SecretBox } from './secret-box.js'
import type { WebhookStore } from './webhook-store.js'

export async function warnOfUnreadableSecrets(ports: {
  readonly store: Pick<WebhookStore, 'enabled'>
  readonly secretBox: SecretBox
  readonly log: Log
}): Promise<void> {
  const { store, secretBox, log } = ports
  const unreadable = (await store.enabled()).filter(({ id, sealedSecret }) => !secretBox.canOpen(sealedSecret, id))
  if (unreadable.length > 0)
    log.error('webhook secrets were sealed with another master key: these webhooks cannot be signed', {
      count: unreadable.length,
    })
}
