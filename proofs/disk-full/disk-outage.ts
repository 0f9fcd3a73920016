import { setTimeout as wait } from 'node:timers/promises'
import type { PlanName } from '@p2p-rates/contract'
import type { Operator } from '@p2p-rates/server/testing'
import { type ApiAnswer, type ApiCall, bodyOf } from '../harness/api-call.js'
import type { Disk } from './disks.js'

export type ExpectedState = {
  /** Description by webhook. */
  readonly webhooks: Map<string, string>
  readonly others: Map<string, { plan: PlanName; keys: number }>
  /** Keys that were revoked while the disk took nothing. */
  readonly leaked: string[]
  counted: number
}

export type OutageContext = {
  readonly url: string
  readonly call: ApiCall
  readonly operator: Operator
  readonly disk: Disk
  readonly expected: ExpectedState
  /** Business plan. */
  readonly writer: string
  readonly reader: string
  readonly accountId: string
  readonly keyId: string
  readonly receiverUrl: string
  readonly breach: (text: string) => void
}

const accountsOfProof = ['Writer', 'Reader'].length

let number = 0

/** One outage from the last write before to the first write after. Returns how many writes were refused. */
export const runDiskOutage = async (tools: OutageContext, round: number): Promise<number> => {
  const { disk, breach } = tools
  await checkPricesServed(tools)
  const stream = await openStream(tools)
  await createWebhook(tools, `before-${++number}`)
  const unusedKey = (await newKey(tools)).key
  const leaked = await newKey(tools)

  disk.fill(round)
  const refusedKey = await writeUntilRefused(tools)
  const refused = 1 + (await checkRefusals(tools))
  const eventsBefore = stream.events()
  await checkReads(tools, unusedKey)
  await revokeLeaked(tools, leaked)
  // Exchanges that a starved machine answers too late are left alone for a while, and then there is no news.
  for (let asked = 0, withNews = 0; stream.events() === eventsBefore && withNews < 140 && asked < 480; asked++) {
    await wait(500)
    if ((await newestAgeSeconds(tools)) <= 10) withNews++
  }
  if (stream.events() === eventsBefore) breach('the stream stands still while the disk is full')

  disk.free()
  if ((await statusUntil(tools.call, '/readyz', 200)).status !== 200) breach('it does not heal when space comes back')
  // The very request that was refused succeeds now, and only once.
  await createWebhook(tools, refusedKey)
  await createWebhook(tools, refusedKey)
  await checkState(tools)
  stream.close()
  return refused
}

const createWebhook = async (tools: OutageContext, name: string): Promise<ApiAnswer> => {
  const { call, writer, receiverUrl, expected, breach } = tools
  const body = { url: receiverUrl, event: 'best_sell', threshold: 1, fiat: 'UAH', description: name }
  const answer = await call('POST', '/webhooks', { key: writer, body, headers: { 'Idempotency-Key': name } })
  if (answer.status === 201) expected.webhooks.set(bodyOf<{ id: string }>(answer).id, name)
  else if (!isRefusal(answer)) breach(`a write on a full disk was answered ${answer.status} ${answer.text}`)
  return answer
}

const pricePaths = ['/rates?fiat=UAH', '/rates?fiat=EUR', '/orderbook?exchange=okx']

/** A server with any price is ready; on a starved machine some prices come later. */
const checkPricesServed = async ({ call, writer }: OutageContext): Promise<void> => {
  for (const path of pricePaths) while ((await call('GET', path, { key: writer })).status !== 200) await wait(50)
}

/** There may be room left in the log of the database. */
const writeUntilRefused = async (tools: OutageContext): Promise<string> => {
  for (let attempt = 0; attempt < 500; attempt++) {
    const name = `full-${++number}`
    if ((await createWebhook(tools, name)).status !== 201) return name
  }
  throw new Error(`${tools.disk.name} does not get full`)
}

const isRefusal = ({ status, headers, text }: ApiAnswer): boolean =>
  status === 503 && text.includes('"storage_unavailable"') && Number(headers['retry-after']) >= 1

/** Small writes may still fit into the database's log: they must have happened then. Returns how many were refused. */
const checkRefusals = async ({ call, operator, writer, expected, breach }: OutageContext): Promise<number> => {
  let refused = 0
  const ask = async (method: Parameters<ApiCall>[0], path: string, done: number, body?: object): Promise<boolean> => {
    const answer = await call(method, path, { key: writer, ...(body === undefined ? {} : { body }) })
    if (isRefusal(answer)) refused += 1
    else if (answer.status !== done) breach(`a write on a full disk was answered ${answer.status} ${answer.text}`)
    return answer.status === done
  }
  const [id = ''] = expected.webhooks.keys()
  if (await ask('PATCH', `/webhooks/${id}`, 200, { description: 'changed' })) expected.webhooks.set(id, 'changed')
  await ask('POST', `/webhooks/${id}/rotate-secret`, 200)
  await ask('POST', `/webhooks/${id}/test`, 202)
  if (await ask('DELETE', `/webhooks/${id}`, 204)) expected.webhooks.delete(id)
  if (!isRefusal(await statusUntil(call, '/readyz', 503))) breach('it calls itself ready on a full disk')
  if ((await call('GET', '/livez')).status !== 200) breach('a full disk is taken for death')

  const operate = async <Value>(write: () => Promise<Value>): Promise<Value | null> => {
    try {
      return await write()
    } catch {
      refused += 1
      return null
    }
  }
  const [other] = expected.others
  if (other === undefined) throw new Error('There is no other account.')
  const [otherId, facts] = other
  if ((await operate(() => operator.createKey(otherId, null))) !== null) facts.keys += 1
  const plan = facts.plan === 'Pro' ? 'Starter' : 'Pro'
  if ((await operate(() => operator.setPlan(otherId, plan))) !== null) facts.plan = plan
  const created = await operate(() => operator.createAccount('Another', 'Free'))
  if (created !== null) expected.others.set(created.id, { plan: 'Free', keys: 0 })
  return refused
}

const checkReads = async ({ call, writer, reader, expected, breach }: OutageContext, unusedKey: string) => {
  for (const path of [...pricePaths, '/history?hours=24', '/sources', '/me', '/webhooks']) {
    const answer = await call('GET', path, { key: writer })
    if (answer.status !== 200) breach(`${path} on a full disk was answered ${answer.status} ${answer.text}`)
  }
  // A key that was never used before is looked up on the disk.
  if ((await call('GET', '/rates', { key: unusedKey })).status !== 200) breach('a key is not known on a full disk')
  for (let request = 0; request < 20; request++)
    if ((await call('GET', '/rates', { key: reader })).status === 200) expected.counted += 1
}

const newestAgeSeconds = async ({ call, writer }: OutageContext): Promise<number> => {
  const answer = await call('GET', '/sources', { key: writer })
  const { sources } = bodyOf<{ sources: readonly { readonly age_seconds: number | null }[] }>(answer)
  return Math.min(...sources.map(({ age_seconds }) => age_seconds ?? 60))
}

/** The answer once it has this status, or the last one after ten seconds. */
const statusUntil = async (call: ApiCall, path: string, status: number): Promise<ApiAnswer> => {
  for (let asked = 1; ; asked++) {
    const answer = await call('GET', path)
    if (answer.status === status || asked === 200) return answer
    await wait(50)
  }
}

export const checkState = async (tools: OutageContext): Promise<void> => {
  const { call, operator, writer, expected, accountId, keyId, breach } = tools
  await checkLeaked(tools)
  const answer = await call('GET', '/webhooks', { key: writer })
  const { webhooks } = bodyOf<{ webhooks: { id: string; description: string }[] }>(answer)
  const found = new Map(webhooks.map(({ id, description }) => [id, description]))
  for (const [id, description] of expected.webhooks)
    if (found.get(id) !== description) breach(`webhook ${id} "${description}" is ${found.get(id) ?? 'lost'}`)
  for (const [id, description] of found)
    if (!expected.webhooks.has(id)) breach(`refused webhook ${id} "${description}" is there`)
  const keys = await operator.keys(accountId)
  if (keys.length !== 1 || keys[0]?.id !== keyId || keys[0].revokedAtMs !== null)
    breach(`the keys of the writer are ${JSON.stringify(keys)}`)
  const accounts = await operator.accounts()
  for (const [id, { plan, keys }] of expected.others) {
    const found = accounts.find((account) => account.id === id)
    const foundKeys = (await operator.keys(id)).length
    if (found?.plan !== plan || foundKeys !== keys)
      breach(`account ${id} has ${found?.plan} and ${foundKeys} keys, not ${plan} and ${keys}`)
  }
  if (accounts.length !== expected.others.size + accountsOfProof) breach(`there are ${accounts.length} accounts`)
}

/** A key that is in strange hands cannot wait for the disk. */
const revokeLeaked = async (tools: OutageContext, { key, keyId }: { key: string; keyId: string }): Promise<void> => {
  const { operator, call, expected, breach } = tools
  if ((await call('GET', '/rates', { key })).status !== 200) breach('a live key is refused')
  const { state } = await operator.revokeKey(keyId)
  if (state === 'in_memory') breach('a revocation on a full disk is kept in memory only')
  expected.leaked.push(key)
  await checkLeaked(tools)
}

const checkLeaked = async ({ call, expected, breach }: OutageContext): Promise<void> => {
  for (const key of expected.leaked)
    if ((await call('GET', '/rates', { key })).status === 200) breach('a key that was revoked on a full disk is let in')
}

const newKey = async ({ operator, expected }: OutageContext): Promise<{ key: string; keyId: string }> => {
  const { id } = await operator.createAccount('Unused', 'Business')
  expected.others.set(id, { plan: 'Business', keys: 1 })
  const { key, record } = await operator.createKey(id, null)
  return { key, keyId: record.id }
}

const openStream = async ({ url, writer }: OutageContext): Promise<{ events(): number; close(): void }> => {
  const over = new AbortController()
  const answer = await fetch(`${url}/api/v1/stream?fiat=UAH`, {
    headers: { 'X-API-Key': writer },
    signal: over.signal,
  })
  let events = 0
  const read = async () => {
    for await (const part of answer.body ?? []) events += Buffer.from(part).toString().split('event: rates').length - 1
  }
  read().catch(() => {})
  return { events: () => events, close: () => over.abort() }
}
