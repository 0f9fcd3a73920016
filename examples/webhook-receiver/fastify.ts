import { unwrapWebhook, WebhookVerificationError } from '@p2p-rates/sdk'
import Fastify from 'fastify'

const secret = process.env.P2P_WEBHOOK_SECRET ?? ''
if (secret === '') throw new Error('Set P2P_WEBHOOK_SECRET to the whsec_... of your webhook.')
const app = Fastify()

// Replace Fastify's JSON parser, because the signature covers the raw body.
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post<{ Body: Buffer }>('/*', async (request, reply) => {
  try {
    const event = await unwrapWebhook(request.body, request.headers, secret)
    console.log(event.event, event.id)
    return reply.code(204).send()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return reply.code(401).send(error.message)
  }
})

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' })
console.log('listening', app.server.address())
