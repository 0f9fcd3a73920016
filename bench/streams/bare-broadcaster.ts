// The limit: a server that does nothing but write one frame to every socket in one loop.
import { type AddressInfo, createServer, type Socket } from 'node:net'

const frameBytes = Number(process.argv[2])
const everyMs = Number(process.argv[3])
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n')
    sockets.add(socket)
  })
})
let id = 0
setInterval(() => {
  const frame = Buffer.alloc(frameBytes, ' ')
  frame.write(`event: rates\nid: ${++id}\ndata: `)
  for (const socket of sockets) socket.write(frame)
}, everyMs)
server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 }, () => console.log((server.address() as AddressInfo).port))
