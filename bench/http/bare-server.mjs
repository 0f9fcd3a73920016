// The limit: node:http that writes the very bytes and headers of recorded answers, and does nothing else.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const answers = new Map(
  JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ url, status, headers, body }) => [
    url,
    { status, headers, body: body === null ? null : Buffer.from(body, 'base64') },
  ]),
)
const server = createServer((request, response) => {
  const answer = answers.get(request.headers['if-none-match'] === undefined ? request.url : `304 ${request.url}`)
  if (answer === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(answer.status, answer.headers)
  if (answer.body === null) response.end()
  else response.end(answer.body)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
