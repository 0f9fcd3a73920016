import { generateTestHeaders, type WebhookEvent } from '@p2p-rates/sdk'
import { Argument } from 'commander'
import { CliError } from '../cli-error.js'
import { oneOf } from '../input/options.js'
import { webhookSecret } from '../settings/webhook-secret.js'
import { firstLineOfResponse } from '../source/first-line-of-response.js'
import { nodeFetch } from '../source/node-fetch.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'
import { kinds, listenPort } from './listen.js'

type Kind = (typeof kinds)[number]

export const define: CommandFactory = (command, cli) =>
  command
    .description('Send a signed sample event to p2p webhooks listen, or directly to a receiver.')
    .addArgument(new Argument('<event>', 'event to send').choices(kinds).argParser(oneOf(kinds)))
    .option('--url <url>', 'address of the receiver', `http://127.0.0.1:${listenPort}/`)
    .action(async (kind: Kind, { url: to }: { url: string }) => {
      const id = `dl_sample_${Date.now().toString(36)}`
      const body = JSON.stringify(await sampleEvent(kind, id, new Date().toISOString()))
      const headers = await generateTestHeaders({ body, id, secret: await webhookSecret(cli.environment) })
      const signal = AbortSignal.timeout(20_000)
      const answer = await nodeFetch(to, { method: 'POST', body, headers, signal }).catch((error: Error) => {
        throw new CliError(
          'failed',
          say('No receiver answers at {address}.', { address: to }),
          say('Start p2p webhooks listen --forward-to URL in another terminal.'),
          { cause: error },
        )
      })
      const says = await firstLineOfResponse(answer)
      if (!answer.ok)
        throw new CliError(
          'failed',
          says === ''
            ? say('The receiver answered {status} to {kind}.', { status: answer.status, kind })
            : say('The receiver answered {status} to {kind}: {says}', { status: answer.status, kind, says }),
          say('Check that it uses the secret of p2p webhooks listen --print-secret.'),
        )
      cli.terminal.print(`${id}\t${kind}\t${answer.status}`)
    })

async function sampleEvent(kind: Kind, id: string, now: string): Promise<WebhookEvent> {
  const webhook_id = 'wh_sample'
  if (kind === 'ping') return { event: kind, data: { webhook_id }, id, created_at: now }
  const { digestEventExample, webhookEventExample } = await import('@p2p-rates/contract')
  if (kind === 'digest')
    return { event: kind, data: { ...digestEventExample.data, webhook_id, updated_at: now }, id, created_at: now }
  const { amount, route, ...crossing } = { ...webhookEventExample.data, webhook_id, updated_at: now }
  if (kind === 'spread') return { event: kind, data: { ...crossing, amount, route }, id, created_at: now }
  const [exchange, price] =
    kind === 'best_buy' ? [route.buy_exchange, route.buy_price] : [route.sell_exchange, route.sell_price]
  const direction = kind === 'best_buy' ? 'down' : 'up'
  return {
    event: kind,
    data: { ...crossing, threshold: price, direction, value: price, previous_value: null, best: { exchange, price } },
    id,
    created_at: now,
  }
}
