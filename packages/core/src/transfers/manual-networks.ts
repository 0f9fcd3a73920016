import type { Deposit, KnownNetworks, Withdrawal } from './known-networks.js'

/** Withdrawal fees in USDT. */
const feeList = {
  day: '2026-07-31',
  url: 'https://github.com/Sonti22/p2p-bot/blob/317ab4077238d08623693f2cc3e45c2282581108/fees.json',
  fees: { bybit: { BEP20: 0.2, ERC20: 0.8, TRC20: 1 }, mexc: { BEP20: 0.01, ERC20: 0.44, TON: 0.023, TRC20: 1 } },
}

/** Networks for deposits and withdrawals. The source names only the year, so its first day counts. */
const supportList = {
  day: '2026-01-01',
  url: 'https://usdttrc20vsusdterc20.com/usdt-trc20-vs-erc20-exchange-support.html',
  exchanges: ['binance', 'bybit', 'okx', 'bitget', 'mexc'],
  networks: ['ERC20', 'TRC20'],
}

const open = (day: string, exchange: string, network: string): Deposit => ({
  ...{ exchange, network, isOpen: true, observedAtMs: Date.parse(day), source: 'manual' },
})

const priced = Object.entries(feeList.fees).flatMap(([exchange, fees]) =>
  Object.entries(fees).map(
    ([network, feeUsdt]): Withdrawal => ({ ...open(feeList.day, exchange, network), feeUsdt, leastUsdt: null }),
  ),
)

const supported = supportList.exchanges.flatMap((exchange) =>
  supportList.networks.map((network) => open(supportList.day, exchange, network)),
)

/** Figures written down by hand, with source and day. A figure without a source is absent. */
export const manualNetworks: KnownNetworks = {
  withdrawals: [
    ...priced,
    ...supported
      .filter(({ exchange, network }) => !priced.some((fee) => fee.exchange === exchange && fee.network === network))
      .map((state): Withdrawal => ({ ...state, feeUsdt: null, leastUsdt: null })),
  ],
  deposits: supported,
}
