import { P2P } from '@p2p-rates/sdk'

// update-rates.ts UAH KZT    writes into the rate rules of a store what a USDT brings in these currencies now.
// BTCPAY_URL, BTCPAY_STORE and BTCPAY_KEY (permission "Modify your stores") name the store, P2P_BASE_URL and P2P_API_KEY
// the server of prices. Run it every few minutes, by cron or a systemd timer.
const fiats = process.argv.slice(2).map((fiat) => fiat.toUpperCase())
const { BTCPAY_URL: btcpay, BTCPAY_STORE: store, BTCPAY_KEY: key } = process.env
if (fiats.length === 0 || !btcpay || !store || !key) {
  console.error('usage: BTCPAY_URL=... BTCPAY_STORE=... BTCPAY_KEY=... update-rates.ts UAH KZT')
  process.exit(2)
}

type Rules = { spread: string; preferredSource: string | null; isCustomScript: boolean; effectiveScript: string }

const address = `${btcpay}/api/v1/stores/${encodeURIComponent(store)}/rates/configuration/primary`
const askBtcpay = async (init: RequestInit): Promise<Rules> => {
  const headers = { Authorization: `token ${key}`, 'Content-Type': 'application/json' }
  const answer = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(20_000) })
  if (!answer.ok) throw new Error(`BTCPay answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  return (await answer.json()) as Rules
}

/** Price at which a shop sells the USDT it receives. Null if its confidence is low. */
const priceOf = async (p2p: P2P, fiat: string): Promise<number | null> => {
  const { best_sell: best, confidence } = await p2p.rates({ fiat, include: 'confidence' })
  return confidence === undefined || confidence.sell.level === 'low' ? null : best.price
}

const begin = '// p2p-rates begins'
const end = '// p2p-rates ends'

/** Replace the part between the two marker lines and keep all other rules. The first matching rule counts. */
const withRules = (script: string, rules: readonly string[]): string => {
  const [before = '', after = ''] = script.includes(begin)
    ? [script.slice(0, script.indexOf(begin)), script.slice(script.indexOf(end) + end.length).replace(/^\n/, '')]
    : ['', script]
  return `${before}${[begin, ...rules, end].join('\n')}\n${after}`
}

const linesOf = (fiat: string, price: number): readonly string[] => [
  `USDT_${fiat} = ${price};`,
  `BTC_${fiat} = kraken(BTC_USDT) * USDT_${fiat};`,
]

const kept = (script: string, fiat: string): readonly string[] =>
  script
    .slice(Math.max(0, script.indexOf(begin)), script.includes(end) ? script.indexOf(end) : 0)
    .split('\n')
    .filter((line) => line.startsWith(`USDT_${fiat} =`) || line.startsWith(`BTC_${fiat} =`))

try {
  const p2p = new P2P()
  const present = await askBtcpay({ method: 'GET' })
  const rules: string[] = []
  for (const fiat of fiats) {
    const price = await priceOf(p2p, fiat)
    if (price === null) console.error(`The price of USDT in ${fiat} is doubtful: the last one stands.`)
    else console.log(`USDT_${fiat} = ${price}`)
    rules.push(...(price === null ? kept(present.effectiveScript, fiat) : linesOf(fiat, price)))
  }
  const next = { ...present, isCustomScript: true, effectiveScript: withRules(present.effectiveScript, rules) }
  await askBtcpay({ method: 'PUT', body: JSON.stringify(next) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
