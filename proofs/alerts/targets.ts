import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startBotStandIn, startMailStandIn } from '@p2p-rates/server/testing'

export const publicUrl = 'http://rates.example.com'
const idIn = (text: string): string | null => /dl_[0-9A-Za-z]{22}/.exec(text)?.[0] ?? null

/** A receiver, a Bot API and a mail server, which remember how often they were told of each event. */
export async function openTargets(onTold: () => void) {
  const told = new Map<string, number>()
  const note = (text: string): void => {
    const id = idIn(text)
    if (id === null) return
    told.set(id, (told.get(id) ?? 0) + 1)
    onTold()
  }
  const bot = await startBotStandIn({ onTaken: note })
  const mail = await startMailStandIn({ onTaken: note })
  const receiver = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      note(String(request.headers['x-service-delivery']))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  return {
    told,
    bot,
    mail,
    receiverUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
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
      receiver.closeAllConnections()
      receiver.close()
      await Promise.all([bot.close(), mail.close()])
    },
  }
}

export type Targets = Awaited<ReturnType<typeof openTargets>>
