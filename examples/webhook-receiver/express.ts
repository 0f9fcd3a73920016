import { unwrapWebhook, WebhookVerificationError } from '@p2p-rates/sdk'
import express from 'express'

const secret = process.env.P2P_WEBHOOK_SECRET ?? ''
if (secret === '') throw new Error('Set P2P_WEBHOOK_SECRET to the whsec_... of your webhook.')
const app = express()

// Before any express.json(), which would leave nothing to verify.
app.post('/{*path}', express.raw({ type: '*/*' }), async (request, response) => {
  try {
    const event = await unwrapWebhook(request.body as Buffer, request.headers, secret)
    console.log(event.event, event.id)
    response.status(204).end()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    response.status(401).send(error.message)
  }
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log('listening', server.address()),
)
