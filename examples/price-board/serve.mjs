// Serves the page and the SDK's bundle. Any web server does: copy index.html and dist/index.js of @p2p-rates/sdk beside
// it.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const files = new Map([
  ['/', ['text/html; charset=utf-8', new URL('index.html', import.meta.url)]],
  ['/sdk.js', ['text/javascript; charset=utf-8', new URL(import.meta.resolve('@p2p-rates/sdk'))]],
])

const { P2P_BASE_URL: api = 'http://127.0.0.1:8080', P2P_API_KEY: key = 'p2p_...' } = process.env

const server = createServer(async (request, response) => {
  const [type, file] = files.get(new URL(request.url, 'http://localhost').pathname) ?? []
  if (file === undefined) return response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': type }).end(await readFile(fileURLToPath(file)))
})
server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/?server=${api}&key=${key}&fiat=UAH`),
)
