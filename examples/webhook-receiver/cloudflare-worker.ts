import { unwrapWebhook, WebhookVerificationError } from '@p2p-rates/sdk'

type Environment = { readonly P2P_WEBHOOK_SECRET: string }

/** A Worker; the secret is a secret of its environment. */
export default {
  async fetch(request: Request, { P2P_WEBHOOK_SECRET }: Environment): Promise<Response> {
    try {
      const event = await unwrapWebhook(await request.arrayBuffer(), request.headers, P2P_WEBHOOK_SECRET)
      console.log(event.event, event.id)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return new Response(error.message, { status: 401 })
    }
  },
}
