// A greedy caller: many requests at once, again and again, each on a connection of its own. Prints the count per
// status.
import { Agent, get } from 'node:http'

const [base, kind, seconds, connections, key] = process.argv.slice(2)
const endsAtMs = performance.now() + Number(seconds) * 1000
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const statuses = {}
let number = 0

/** Each kind asks for answers that memory cannot hold ready. */
const asked = {
  candles: () => ({ path: `/candles?interval=1h&hours=${8_760 - (number % 5_000)}`, key }),
  history: () => ({ path: `/history?max_points=1000&hours=${8_760 - (number % 5_000)}`, key }),
  'wrong-keys': () => ({ path: '/rates', key: `p2p_${String(number).padStart(38, '0')}` }),
  refused: () => ({ path: '/rates', key }),
}[kind]

const ask = () =>
  new Promise((done) => {
    const { path, key } = asked()
    number += 1
    get(`${base}${path}`, { agent, headers: { 'X-API-Key': key } }, (answer) => {
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
      answer.resume().on('close', done)
    }).on('error', () => {
      statuses.cut = (statuses.cut ?? 0) + 1
      setTimeout(done, 1)
    })
  })

await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < endsAtMs) await ask()
  }),
)
console.log(JSON.stringify(statuses))
process.exit()
