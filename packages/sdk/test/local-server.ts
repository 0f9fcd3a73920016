import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void

export async function localServer(...handlers: readonly [Handler, ...Handler[]]) {
  const requests: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const seen = { method, url, headers, body: '' }
    requests.push(seen)
    const count = requests.length
    for await (const chunk of request) seen.body += chunk
    const handler = handlers[Math.min(count, handlers.length) - 1] ?? handlers[0]
    handler(request, response, count)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async received(count: number) {
      while (requests.length < count) await new Promise(setImmediate)
    },
    close: () => new Promise((closed) => server.close(closed)),
    cut: () => server.closeAllConnections(),
  }
}

const json = 'application/json; charset=utf-8'

export const answer =
  (body: unknown, headers: Record<string, string> = {}, status = 200): Handler =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': json, ...headers }).end(JSON.stringify(body))
  }

export const refuse = (status: number, code: string, headers: Record<string, string> = {}, param?: string): Handler =>
  answer({ detail: { code, message: `Refused: ${code}.`, ...(param === undefined ? {} : { param }) } }, headers, status)

export const drop: Handler = (request) => request.socket.destroy()

export const truncate: Handler = (request, response) => {
  response.writeHead(200, { 'Content-Type': json, 'Content-Length': '1000' })
  response.write('{"asset":"USDT",')
  setImmediate(() => request.socket.destroy())
}

export const stall: Handler = (_, response) => {
  response.writeHead(200, { 'Content-Type': json })
  response.write('{"asset":')
}

export const silence: Handler = () => {}
