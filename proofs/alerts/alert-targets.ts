import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { startBotStandIn, startMailStandIn } from '@p2p-rates/server/testing'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'

export const publicUrl = 'http://rates.example.com'
const idIn = (text: string): string | null => /dl_[0-9A-Za-z]{22}/.exec(text)?.[0] ?? null

type Delivered = { readonly times: number; readonly first: string }

/**
 * Start a receiver, a Bot API and a mail server that count the deliveries of each event. Ignore requests without our
 * random name, because another project's server may still send to a port that was just freed.
 */
export async function openAlertTargets(onDelivered: () => void) {
  const own = randomBytes(8).toString('hex')
  const delivered = new Map<string, Delivered>()
  const recordAt =
    (place: string) =>
    (text: string): void => {
      const id = idIn(text)
      if (id === null) return
      const { times, first } = delivered.get(id) ?? { times: 0, first: `at ${place}: ${JSON.stringify(text)}` }
      delivered.set(id, { times: times + 1, first })
      onDelivered()
    }
  const bot = await startBotStandIn({ token: `123456:${own}`, onTaken: recordAt('the chat') })
  const noteMail = recordAt('the mail server')
  const mail = await startMailStandIn({
    onTaken: ({ to, text }) => {
      if (to.endsWith(`@${own}.example.com`)) noteMail(text)
    },
  })
  const note = recordAt('the receiver')
  const receiver = createServer(async (request, response) => {
    if (request.url !== `/${own}`) return void response.writeHead(410).end()
    const body = await readText(request).catch(() => null)
    // Its sender was killed within it.
    if (body === null) return
    note(`${request.headers['x-service-delivery']} ${body}`)
    response.writeHead(204).end()
  })
  const { url, close } = await serveOnLoopback(receiver)
  return {
    told: delivered,
    bot,
    mail,
    receiverUrl: `${url}/${own}`,
    addresses: [`desk@${own}.example.com`, `ann@${own}.example.com`],
    environment: {
      P2P_TELEGRAM_TOKEN: bot.token,
      P2P_TELEGRAM_API_URL: bot.url,
      P2P_SMTP_URL: mail.url,
      P2P_SMTP_FROM: 'alerts@rates.example.com',
      P2P_PUBLIC_URL: publicUrl,
      P2P_PRIVATE_RECEIVERS: 'true',
      P2P_PLANS: '{"Business":{"webhooks":100000,"requestsPerMinute":1000000}}',
    },
    close: async () => {
      await Promise.all([close(), bot.close(), mail.close()])
    },
  }
}

export type AlertTargets = Awaited<ReturnType<typeof openAlertTargets>>
