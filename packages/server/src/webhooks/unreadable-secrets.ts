import type { Log } from '../log/log.js'
import type { Seal } from './secret-box.js'
import type { WebhookStore } from './webhook-store.js'

export async function warnOfUnreadableSecrets(ports: {
  readonly store: Pick<WebhookStore, 'enabled'>
  readonly seal: Seal
  readonly log: Log
}): Promise<void> {
  const { store, seal, log } = ports
  const unreadable = (await store.enabled()).filter(({ id, sealedSecret }) => !seal.opens(sealedSecret, id))
  if (unreadable.length > 0)
    log.error('webhook secrets were sealed with another master key: these webhooks cannot be signed', {
      count: unreadable.length,
    })
}
