import { P2P, type Rates } from '@p2p-rates/sdk'

// alert.ts UAH 41.20    writes to the chat when you can buy USDT at 41.20 or less, once until it has been dearer again.
// TELEGRAM_TOKEN comes from @BotFather, TELEGRAM_CHAT is the id of the chat; P2P_BASE_URL and P2P_API_KEY name the
// server.
const fiat = (process.argv[2] ?? 'UAH').toUpperCase()
const threshold = Number(process.argv[3])
const { TELEGRAM_TOKEN: token, TELEGRAM_CHAT: chat, TELEGRAM_URL: telegram = 'https://api.telegram.org' } = process.env
if (!(threshold > 0) || !token || !chat) {
  console.error('usage: TELEGRAM_TOKEN=... TELEGRAM_CHAT=... alert.ts UAH 41.20')
  process.exit(2)
}

const tell = async ({ best_buy, updated_at }: Rates): Promise<boolean> => {
  const text = `You buy USDT at ${best_buy.price} ${fiat} on ${best_buy.exchange} (seen ${updated_at}).`
  const answer = await fetch(`${telegram}/bot${token}/sendMessage`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // Plain text on purpose: nothing in it is read as markup.
    body: JSON.stringify({ chat_id: chat, text }),
  }).catch((error: Error) => error)
  if (answer instanceof Error) console.error(`Telegram cannot be reached: ${answer.message}`)
  else if (answer.ok) console.log(text)
  else console.error(`Telegram answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  return answer instanceof Response && answer.ok
}

let isTold = false
for await (const rates of new P2P().stream({ fiat })) {
  // A margin of 0.1 % prevents repeated messages while the price hovers at the threshold.
  const isCheap: boolean = rates.best_buy.price <= (isTold ? threshold * 1.001 : threshold)
  // A message that did not arrive is sent again with the next prices.
  isTold = isCheap && (isTold || (await tell(rates)))
}
