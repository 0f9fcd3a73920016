// What a careful team would write with Fastify: key by digest, minute and month, all headers, the ready-made body.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const { answers, keys } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const { headers, body } = answers
const bytes = Buffer.from(body, 'base64')
const records = new Map(keys.map((key) => [hash('sha256', key), { minute: [], counted: 0 }]))
const perMinute = 1_000_000
const perMonth = 1_000_000_000
const fixed = []
for (let at = 0; at < headers.length; at += 2)
  if (!/remaining|reset|^ratelimit$|content-length|connection|keep-alive|^date$/i.test(headers[at]))
    fixed.push([headers[at], headers[at + 1]])

const app = fastify({ keepAliveTimeout: 65_000 })
app.addHook('onRequest', async (request, reply) => {
  const record = records.get(hash('sha256', request.headers['x-api-key'] ?? ''))
  if (record === undefined) return reply.code(401).send({ detail: { code: 'invalid_key', message: 'wrong key' } })
  const now = performance.now()
  while (record.minute.length > 0 && record.minute[0] <= now - 60_000) record.minute.shift()
  if (record.minute.length >= perMinute || record.counted >= perMonth)
    return reply.code(429).send({ detail: { code: 'rate_limited', message: 'too many' } })
  if (record.minute.length < 300) record.minute.push(now)
  record.counted += 1
  const left = perMinute - record.minute.length
  for (const [name, value] of fixed) reply.header(name, value)
  reply.header('X-RateLimit-Remaining-Minute', left)
  reply.header('X-Quota-Remaining', perMonth - record.counted)
  reply.header('RateLimit-Remaining', left)
  reply.header('RateLimit-Reset', 60)
  reply.header('RateLimit', `"minute";r=${left};t=60, "month";r=${perMonth - record.counted};t=864000`)
})
app.get('/api/v1/rates', async (_, reply) => reply.type('application/json; charset=utf-8').send(bytes))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
