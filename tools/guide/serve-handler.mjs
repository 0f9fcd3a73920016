import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

/** Serves the `POST` that a module exports, as frameworks do that know requests and responses of the web. */
const { POST } = await import(pathToFileURL(process.argv[2]).href)

createServer(async (incoming, outgoing) => {
  const { method, headers } = incoming
  const asked = new Request('http://receiver.invalid/hook', { method, headers, body: await text(incoming) })
  const answer = await POST(asked).catch(() => new Response(null, { status: 500 }))
  outgoing.writeHead(answer.status).end(await answer.text())
}).listen(Number(process.env.PORT), '127.0.0.1')
