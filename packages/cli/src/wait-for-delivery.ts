import { setTimeout as delay } from 'node:timers/promises'
import type { Delivery } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { say } from './words/say.js'

/** Milliseconds between two looks; together a little more than a receiver has. */
const pollPausesMs = [100, 200, 400, 800, 1_600, 3_200, 6_400, 6_400]

/** A delivery after its first attempt; as it is where the receiver takes longer. */
export async function waitForDelivery(cli: Cli, delivery: Delivery): Promise<Delivery> {
  const { id, webhook_id: webhook } = delivery
  const progress = cli.terminal.progress()
  let latest = delivery
  try {
    progress.showProgress(say('waiting for the answer'))
    for (const pauseMs of pollPausesMs) {
      if (latest.state !== 'pending' || latest.attempts > 0) break
      await delay(pauseMs)
      const { deliveries } = await cli.request(({ webhooks }) => webhooks.deliveries(webhook))
      latest = deliveries.find((one) => one.id === id) ?? latest
    }
    return latest
  } finally {
    progress.endProgress()
  }
}
