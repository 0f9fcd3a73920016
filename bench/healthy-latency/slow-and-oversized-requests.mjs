import { connect } from 'node:net'

/**
 * Bad company for a server: `attack <port> <drips> <floods> <seconds>`. Drips send a header a byte at a time, a fifth
 * of them a body; floods send more header than allowed, again and again. Ends with one line of JSON.
 */
const [port, drips, floods, seconds] = process.argv.slice(2).map(Number)
const endsAt = performance.now() + seconds * 1000
let open = 0
let longestHeaderDripMs = 0
let flooded = 0

const drip = (withBody) => {
  const startedAt = performance.now()
  const socket = connect(port, '127.0.0.1', () => {
    open += 1
    const head = withBody
      ? 'POST /api/v1/webhooks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{'
      : 'GET /api/v1/rates HTTP/1.1\r\nHost: x\r\nX-Slow: '
    socket.write(head)
  })
  const timer = setInterval(() => socket.writable && socket.write('a'), 500)
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(timer)
    open -= 1
    if (!withBody) longestHeaderDripMs = Math.max(longestHeaderDripMs, performance.now() - startedAt)
    if (performance.now() < endsAt) setTimeout(drip, 100, withBody)
  })
}

const manyHeaders = `GET /api/v1/rates HTTP/1.1\r\nHost: x\r\n${'X-Flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1_000)}\r\n`
const flood = () => {
  if (performance.now() >= endsAt) return
  const socket = connect(port, '127.0.0.1', () => socket.write(manyHeaders))
  socket.on('error', () => {})
  socket.on('data', () => {})
  socket.on('close', () => {
    flooded += 1
    setTimeout(flood, 20)
  })
}

for (let number = 0; number < drips; number++) setTimeout(drip, number, number % 5 === 0)
for (let number = 0; number < floods; number++) setTimeout(flood, number)
const report = setInterval(() => {
  if (performance.now() < endsAt || (open > 0 && performance.now() < endsAt + 45_000)) return
  clearInterval(report)
  console.log(JSON.stringify({ longestHeaderDripMs, flooded, stillOpen: open }))
  process.exit()
}, 100)
