import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Answers as Bazaar would: with the recorded pages, and an empty one where nothing was recorded. */
const page = (name) => readFileSync(new URL(`fixtures/${name}.json`, import.meta.url))

const side = { sells: 'buy', buys: 'sell' }

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://stand-in')
  const isKnown = pathname === '/api/offers' && searchParams.get('fiat') === 'UAH' && searchParams.get('page') === '1'
  const name = isKnown ? `uah-${side[searchParams.get('advertiser')]}` : 'kgs-buy-empty'
  response.writeHead(200, { 'content-type': 'application/json', 'x-simulated': 'true' }).end(page(name))
})

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
