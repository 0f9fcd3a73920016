import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

/** Serves the `POST` that a module exports, as frameworks do that know requests and responses of the web. */
const { POST } = (await import(pathToFileURL(process.argv[2] ?? '').href)) as {
  POST: (request: Request) => Promise<Response>
}

createServer(async (incoming, outgoing) => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const asked = new Request('http://receiver.invalid/hook', { method: 'POST', headers, body: Buffer.concat(parts) })
  const answer = await POST(asked).catch(() => new Response(null, { status: 500 }))
  outgoing.writeHead(answer.status).end(await answer.text())
}).listen(Number(process.env.PORT), '127.0.0.1')
