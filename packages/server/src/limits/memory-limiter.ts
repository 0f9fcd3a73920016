import { createBoundedCache } from '../base/bounded-cache.js'
import { getOrCreate } from '../base/get-or-create.js'
import { type AbuseState, createAbuseState } from './abuse-throttle.js'
import {
  type Admission,
  type Admitted,
  type CountedByMonth,
  type Limiter,
  type LimitStatus,
  type LimitSubject,
  type LimitView,
  type MonthCounts,
  type MonthRule,
  maxAtOnce,
  refuse,
  type Times,
} from './limiter.js'
import {
  admit,
  createSlidingWindow,
  remaining,
  type SlidingWindow,
  secondsUntilReset,
  takeBack,
} from './sliding-window.js'

type MemoryLimiterPorts = Times & { readonly countedByMonth: CountedByMonth }

type MemoryLimits = ReturnType<typeof createMemoryLimits>

type Slot = Writable<Admitted> & {
  spender: LimitSubject
  use: AccountUsage
  atMonoMs: number
  month: number
  isOpen: boolean
}

const createMemoryLimits = (ports: MemoryLimiterPorts) => ({
  ports,
  /** Entries stay for the life of the process, because each holds the window and the running requests. */
  accounts: new Map<string, AccountUsage>(),
  /** Subjects without a monthly quota. An LRU: the longest idle entries are evicted. */
  exempt: createBoundedCache<string, AccountUsage>(20_000),
  loading: new Map<string, Promise<AccountUsage>>(),
  /** Slots of ended requests. They are used again, so that admission allocates nothing. */
  freeSlots: [] as Slot[],
  replacements: 0,
})

/** Counts in memory. Reads earlier usage from the database once per account. */
export function createMemoryLimiter(ports: MemoryLimiterPorts): Limiter & { forgetEverything(): void } {
  const limits = createMemoryLimits(ports)
  return {
    admitRequest: (spender, rule) => {
      const use =
        rule === 'exempt' ? getOrCreate(limits.exempt, spender.id, createAccountUsage) : limits.accounts.get(spender.id)
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

function decide(limits: MemoryLimits, spender: LimitSubject, use: AccountUsage, rule: MonthRule): Admission {
  const { clock, calendar } = limits.ports
  const monoMs = clock.monoMs()
  const wallMs = clock.wallMs()
  const { requestsPerMinute: perMinute, monthlyQuota: perMonth } = spender.limits

  if (rule === 'binding' && quotaRemaining(use.quota, perMonth, calendar.month(wallMs)) === 0)
    return refuse('month', statusOf(limits, spender, use))
  if (use.inFlight >= maxAtOnce && remaining(use.minute, perMinute, monoMs) > 0)
    return refuse('atOnce', statusOf(limits, spender, use))
  if (!admit(use.minute, perMinute, monoMs)) return refuse('minute', statusOf(limits, spender, use))
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

type AccountUsage = {
  readonly minute: SlidingWindow
  readonly quota: MonthlyQuota
  readonly abuse: AbuseState
  inFlight: number
}

/** By UTC month. Never deleted on a clock jump, so a clock that is set back finds its count. */
type MonthlyQuota = Map<number, MonthUse>

type MonthUse = {
  counted: number
  /** Running requests that may still count. Reserved, so that concurrency can't overdraw the quota. */
  reserved: number
}

type Writable<Facts> = { -readonly [Name in keyof Facts]: Facts[Name] }

const createAccountUsage = (countedByMonth: MonthCounts = []): AccountUsage => ({
  minute: createSlidingWindow(60_000),
  quota: new Map(Array.from(countedByMonth, ([month, counted]) => [month, { counted, reserved: 0 }])),
  abuse: createAbuseState(),
  inFlight: 0,
})

function reserve(quota: MonthlyQuota, limit: number, month: number): boolean {
  const use = useOf(quota, month)
  if (use.counted + use.reserved >= limit) return false
  use.reserved += 1
  return true
}

function release(quota: MonthlyQuota, month: number, counts: boolean): void {
  const use = useOf(quota, month)
  use.reserved -= 1
  if (counts) use.counted += 1
}

const quotaRemaining = (quota: MonthlyQuota, limit: number, month: number): number =>
  Math.max(0, limit - usedIn(quota, month))

function usedIn(quota: MonthlyQuota, month: number): number {
  const use = quota.get(month)
  return use === undefined ? 0 : use.counted + use.reserved
}

const useOf = (quota: MonthlyQuota, month: number): MonthUse => getOrCreate(quota, month, noUse)

const noUse = (): MonthUse => ({ counted: 0, reserved: 0 })

const emptyView = (): Writable<LimitView> => ({
  minuteLimit: 0,
  minuteRemaining: 0,
  minuteResetSeconds: 0,
  quotaLimit: 0,
  quotaRemaining: 0,
  quotaResetSeconds: 0,
})

function writeView(
  view: Writable<LimitView>,
  { limits }: LimitSubject,
  use: AccountUsage,
  { clock, calendar }: Times,
): LimitView {
  const monoMs = clock.monoMs()
  const wallMs = clock.wallMs()
  view.minuteLimit = limits.requestsPerMinute
  view.minuteRemaining = remaining(use.minute, limits.requestsPerMinute, monoMs)
  view.minuteResetSeconds = secondsUntilReset(use.minute, limits.requestsPerMinute, monoMs)
  view.quotaLimit = limits.monthlyQuota
  view.quotaRemaining = quotaRemaining(use.quota, limits.monthlyQuota, calendar.month(wallMs))
  view.quotaResetSeconds = calendar.secondsUntilNextMonth(wallMs)
  return view
}
