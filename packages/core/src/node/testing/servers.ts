import { createServer, type RequestListener, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { onTestFinished } from 'vitest'

export const serveHttp = async (listener: RequestListener) => `http://${await listen(createServer(listener))}`

export const serveBytes = async (onSocket: (socket: net.Socket) => void) =>
  `http://${await listen(net.createServer((socket) => onSocket(socket.on('error', () => {}))))}`

export const serveTls = async (identity: { key: string; cert: string }) => {
  const server = tls.createServer(identity, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  server.on('tlsClientError', () => {})
  return `https://${await listen(server)}`
}

export const serveProxy = async (admit = true) => {
  const proxy = { url: '', tunnels: [] as (string | undefined)[] }
  const server = createServer((_, response) => response.writeHead(400).end())
  server.on('connect', (request, client: net.Socket) => {
    proxy.tunnels.push(request.url)
    client.on('error', () => {})
    if (!admit) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const { hostname, port } = new URL(`http://${request.url}`)
    const upstream = net.connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
  })
  proxy.url = `http://${await listen(server)}`
  return proxy
}

async function listen(server: net.Server | Server): Promise<string> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
