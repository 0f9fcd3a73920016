import type { ServerResponse } from 'node:http'
import { localServer } from './local-server.js'

export async function eventServer(onConnect?: (response: ServerResponse, count: number) => void) {
  const connections: ServerResponse[] = []
  const server = await localServer((_, response, count) => {
    if (onConnect !== undefined) return onConnect(response, count)
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
    response.write(': hello\n\n')
    connections.push(response)
  })
  return {
    ...server,
    /** Waits for the connection of this number, from 1. */
    async connection(number: number): Promise<ServerResponse> {
      for (;;) {
        const response = connections[number - 1]
        if (response !== undefined) return response
        await new Promise(setImmediate)
      }
    },
  }
}

export const ratesEvent = (id: number, price = id) =>
  `event: rates\nid: ${id}\nretry: 5000\ndata: {"asset":"USDT","best_buy":{"price":${price},"exchange":"okx"}}\n\n`
