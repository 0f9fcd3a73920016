import { LRUCache } from 'lru-cache'
import {
  type AccountUsage,
  type CountedByMonth,
  createAccountUsage,
  emptyView,
  quotaRemaining,
  release,
  reserve,
  type Times,
  usedIn,
  type Writable,
  writeView,
} from './account-usage.js'
import {
  type Admission,
  type Admitted,
  type Limiter,
  type LimitStatus,
  type LimitSubject,
  type MonthRule,
  maxAtOnce,
  type Refusal,
  type RefusalReason,
  refusalReason,
} from './limiter.js'
import { admit, remaining, secondsUntilReset, takeBack } from './sliding-window.js'

type MemoryLimiterPorts = Times & { readonly countedByMonth: CountedByMonth }

type MemoryLimits = {
  readonly ports: MemoryLimiterPorts
  /** Entries stay for the life of the process, because each holds the window and the running requests. */
  readonly accounts: Map<string, AccountUsage>
  /** Subjects without a monthly quota. An LRU: the longest idle entries are evicted. */
  readonly exempt: LRUCache<string, AccountUsage>
  readonly loading: Map<string, Promise<AccountUsage>>
  /** Slots of ended requests. They are used again, so that admission allocates nothing. */
  readonly freeSlots: Slot[]
  replacements: number
}

/** A running request. */
type Slot = Writable<Admitted> & {
  spender: LimitSubject
  use: AccountUsage
  atMonoMs: number
  month: number
  isOpen: boolean
}

/** Counts in memory. Reads earlier usage from the database once per account. */
export function createMemoryLimiter(ports: MemoryLimiterPorts): Limiter & { forgetEverything(): void } {
  const limits: MemoryLimits = {
    ports,
    accounts: new Map(),
    exempt: new LRUCache({ max: 20_000 }),
    loading: new Map(),
    freeSlots: [],
    replacements: 0,
  }
  return {
    admitRequest: (spender, rule) => {
      const use = rule === 'exempt' ? exemptUsage(limits, spender.id) : limits.accounts.get(spender.id)
      return use === undefined
        ? loadInTurn(limits, spender.id).then((loaded) => decide(limits, spender, loaded, rule))
        : decide(limits, spender, use, rule)
    },
    viewLimits: (spender) => {
      const use = limits.accounts.get(spender.id)
      return use === undefined
        ? loadInTurn(limits, spender.id).then((loaded) => statusOf(limits, spender, loaded))
        : statusOf(limits, spender, use)
    },
    forgetEverything: () => {
      limits.replacements += 1
      limits.accounts.clear()
    },
  }
}

function exemptUsage({ exempt }: MemoryLimits, id: string): AccountUsage {
  const use = exempt.get(id) ?? createAccountUsage()
  exempt.set(id, use)
  return use
}

async function load(limits: MemoryLimits, id: string): Promise<AccountUsage> {
  const before = limits.replacements
  const counted = await limits.ports.countedByMonth(id)
  if (limits.replacements !== before) return load(limits, id)
  const use = createAccountUsage(counted)
  limits.accounts.set(id, use)
  return use
}

/** Waiting requests continue in order of arrival; each is answered before the next is decided. */
function loadInTurn(limits: MemoryLimits, id: string): Promise<AccountUsage> {
  const turn = (limits.loading.get(id) ?? load(limits, id)).then((use) => use)
  limits.loading.set(id, turn)
  const leave = () => {
    if (limits.loading.get(id) === turn) limits.loading.delete(id)
  }
  turn.then(leave, leave)
  return turn
}

const statusOf = ({ ports }: MemoryLimits, spender: LimitSubject, use: AccountUsage): LimitStatus => ({
  view: writeView(emptyView(), spender, use, ports),
  abuse: use.abuse,
})

const refuse = (limits: MemoryLimits, spender: LimitSubject, use: AccountUsage, why: RefusalReason): Refusal => ({
  admitted: false,
  ...why,
  ...statusOf(limits, spender, use),
})

function decide(limits: MemoryLimits, spender: LimitSubject, use: AccountUsage, rule: MonthRule): Admission {
  const { clock, calendar } = limits.ports
  const monoMs = clock.monoMs()
  const wallMs = clock.wallMs()
  const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = spender.limits

  if (rule === 'binding' && quotaRemaining(use.quota, perMonth, calendar.month(wallMs)) === 0) {
    const hasMinute = remaining(use.minute, perMinute, monoMs) > 0
    const minuteSeconds = hasMinute ? 1 : secondsUntilReset(use.minute, perMinute, monoMs)
    const waitSeconds = Math.max(calendar.secondsUntilNextMonth(wallMs), minuteSeconds)
    return refuse(limits, spender, use, refusalReason('month', waitSeconds, perMinute))
  }
  if (use.inFlight >= maxAtOnce && remaining(use.minute, perMinute, monoMs) > 0)
    return refuse(limits, spender, use, refusalReason('atOnce'))
  if (!admit(use.minute, perMinute, monoMs)) {
    const waitSeconds = secondsUntilReset(use.minute, perMinute, monoMs)
    return refuse(limits, spender, use, refusalReason('minute', waitSeconds, perMinute))
  }
  const slot = limits.freeSlots.pop() ?? createSlot(limits, spender, use)
  const month = calendar.month(wallMs)
  use.inFlight += 1
  slot.spender = spender
  slot.use = use
  slot.atMs = wallMs
  slot.atMonoMs = monoMs
  slot.month = month
  slot.reserved = rule !== 'exempt' && reserve(use.quota, perMonth, month)
  slot.usedThisMonth = usedIn(use.quota, month)
  slot.isOpen = true
  return slot
}

function createSlot({ ports, freeSlots }: MemoryLimits, spender: LimitSubject, use: AccountUsage): Slot {
  const view = emptyView()
  const slot: Slot = {
    admitted: true,
    spender,
    use,
    atMs: 0,
    atMonoMs: 0,
    month: 0,
    reserved: false,
    usedThisMonth: 0,
    isOpen: false,
    charge: (cost) => {
      if (slot.isOpen) {
        slot.isOpen = false
        slot.use.inFlight -= 1
        if (slot.reserved) release(slot.use.quota, slot.month, cost === 'month')
        if (cost === 'nothing') takeBack(slot.use.minute, slot.atMonoMs)
        freeSlots.push(slot)
      }
      return writeView(view, slot.spender, slot.use, ports)
    },
  }
  return slot
}
