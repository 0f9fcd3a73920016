import type { PlanName } from '@p2p-rates/contract'

/** Possible values of one fact: one value once acknowledged or seen, several if a lost answer leaves it unknown. */
type Fact<Value> = Value[]

export type KnownAccount = { readonly id: string; plan: Fact<PlanName> }
export type KnownKey = {
  readonly text: string
  readonly id: string
  readonly accountId: string
  revoked: Fact<boolean>
}

export type KnownWebhook = {
  readonly id: string
  /** Key of the account it belongs to. */
  readonly owner: string
  exists: Fact<boolean>
  description: Fact<string>
  /** Null if the answer that contained it was lost. */
  secret: string | null
}

/** A request under an `Idempotency-Key`, sent again after each crash that cut its answer off. */
export type KeyedRequest = {
  readonly owner: string
  readonly path: string
  readonly body: unknown
  readonly idempotencyKey: string
  answeredId: string | null
  readonly take: (answer: { readonly id: string; readonly secret?: string }) => void
}

export type HistoryValue = { readonly buy: number | null; readonly sell: number | null }

/** Everything that the server acknowledged or showed to clients. Each entry must still be there after every crash. */
export const createClientLog = () => {
  let acknowledged = 0
  return {
    accounts: new Map<string, KnownAccount>(),
    keys: new Map<string, KnownKey>(),
    webhooks: new Map<string, KnownWebhook>(),
    requests: [] as KeyedRequest[],
    /** Webhook of every event that was seen in a list or at the receiver. */
    events: new Map<string, string>(),
    /** `<fiat> <exchange> <slot start in ms>`; null for the slot that was still being written when it was read. */
    points: new Map<string, HistoryValue | null>(),
    usage: { base: 0, sent: 0, answeredAtMs: [] as number[] },
    lastHeardMs: 0,
    get acknowledged() {
      return acknowledged
    },
    acknowledge: () => {
      acknowledged += 1
    },
  }
}

export type ClientLog = ReturnType<typeof createClientLog>

/** False if the seen value isn't possible; otherwise the fact has no other value from now on. */
export function see<Value>(fact: Value[], value: Value): boolean {
  if (!fact.includes(value)) return false
  fact.splice(0, fact.length, value)
  return true
}
