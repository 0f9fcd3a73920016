import type { Sample } from '../../parts/code-sample-tabs.js'

export const firstCallSamples = (key: string, origin: string, fiat: string): readonly Sample[] => [
  { name: 'curl', code: curl(key, origin, fiat) },
  { name: 'TypeScript', code: typescript(key, origin, fiat) },
  { name: 'Python', code: python(key, origin, fiat) },
]

const curl = (key: string, origin: string, fiat: string): string => `curl -H 'X-API-Key: ${key}' \\
  '${origin}/api/v1/rates?fiat=${fiat}'`

const typescript = (key: string, origin: string, fiat: string): string => `import { P2P } from '@p2p-rates/sdk'

const p2p = new P2P({ baseUrl: '${origin}', apiKey: '${key}' })
const { best_buy, best_sell } = await p2p.rates({ fiat: '${fiat}' })
console.log(best_buy.price, best_sell.price)`

const python = (key: string, origin: string, fiat: string): string => `import json, urllib.request

request = urllib.request.Request(
    "${origin}/api/v1/rates?fiat=${fiat}",
    headers={"X-API-Key": "${key}"},
)
with urllib.request.urlopen(request) as answer:
    rates = json.load(answer)
print(rates["best_buy"]["price"], rates["best_sell"]["price"])`
