import { unwrapWebhook, WebhookVerificationError } from '@p2p-rates/sdk'

/** In a Next.js application this is `app/hooks/p2p/route.ts`. */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await unwrapWebhook(await request.text(), request.headers, process.env.P2P_WEBHOOK_SECRET ?? '')
    console.log(event.event, event.id)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return new Response(error.message, { status: 401 })
  }
}
