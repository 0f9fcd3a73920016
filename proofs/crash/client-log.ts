import type { PlanName } from '@p2p-rates/contract'

/** What may be true of one thing: a single value once it was acknowledged or seen, several while an answer was cut off. */
export type Fact<Value> = readonly Value[]

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
  readonly createdWith: string
  exists: Fact<boolean>
  description: Fact<string>
  /** Null when the answer that showed it was cut off: nobody knows it then. */
  secret: string | null
}

/** A request under an `Idempotency-Key`, sent again after each crash that cut its answer off. */
export type KeyedRequest = {
  readonly owner: string
  readonly path: string
  readonly body: unknown
  readonly idempotencyKey: string
  /** Id in the acknowledged answer; null while there was none. */
  answeredId: string | null
  readonly take: (answer: { readonly id: string; readonly secret?: string }) => void
}

export type HistoryValue = { readonly buy: number | null; readonly sell: number | null }

/** Everything the clients were told. What it says must be found again after every crash. */
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

/** Checks what was seen against what may be true; from then on it is known. */
export const seen = <Value>(fact: Fact<Value>, value: Value): Fact<Value> | null =>
  fact.includes(value) ? [value] : null
