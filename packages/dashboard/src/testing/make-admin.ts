import type { NewAdmin, PlanName } from '@p2p-rates/contract'
import type { TestServer } from '@p2p-rates/server/testing'

export const person = { email: 'olena@example.com', password: 'correct horse battery' }

export async function makeAdmin({ url, server }: TestServer, plan: PlanName = 'Free'): Promise<void> {
  const { link } = await server.operator.setupLink()
  const token = new URL(link).hash.slice(1)
  const response = await fetch(`${url}/web/v1/setup`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...person }),
  })
  if (response.status !== 201) throw new Error(await response.text())
  const { id } = (await response.json()) as NewAdmin
  await server.operator.setPlan(id, plan)
}
