// Callers that ask at a steady rate, each on a connection of its own, however long answers take. Prints their times.
import { Agent, get } from 'node:http'

const [url, seconds, ...keys] = process.argv.slice(2)
const everyMs = 16
const tookMs = []
let failed = 0
const endsAtMs = performance.now() + Number(seconds) * 1000

const ask = (key, agent) => {
  const startMs = performance.now()
  get(url, { agent, headers: { 'X-API-Key': key } }, (answer) => {
    if (answer.statusCode !== 200) failed += 1
    answer.resume().on('end', () => tookMs.push(performance.now() - startMs))
  }).on('error', () => {
    failed += 1
  })
}

for (const [turn, key] of keys.entries()) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // Spread over the interval, so that they do not ask in step.
  setTimeout(
    () => {
      const timer = setInterval(() => {
        if (performance.now() < endsAtMs) return ask(key, agent)
        clearInterval(timer)
        setTimeout(() => agent.destroy(), 1_000)
      }, everyMs)
    },
    (turn * everyMs) / keys.length,
  )
}

process.on('exit', () => console.log(JSON.stringify({ tookMs, failed })))
