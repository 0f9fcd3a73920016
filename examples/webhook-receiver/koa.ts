import { bodyParser } from '@koa/bodyparser'
import { unwrapWebhook, WebhookVerificationError } from '@p2p-rates/sdk'
import Koa from 'koa'

const secret = process.env.P2P_WEBHOOK_SECRET ?? ''
if (secret === '') throw new Error('Set P2P_WEBHOOK_SECRET to the whsec_... of your webhook.')
const app = new Koa()

app.use(bodyParser({ enableTypes: ['json'] }))
app.use(async ({ request, response }) => {
  try {
    // The parser keeps the raw body, because the signature covers it.
    const event = await unwrapWebhook(request.rawBody, request.headers, secret)
    console.log(event.event, event.id)
    response.status = 204
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    response.status = 401
    response.body = error.message
  }
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log('listening', server.address()),
)
