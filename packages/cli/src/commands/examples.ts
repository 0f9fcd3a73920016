import type { CommandName } from '../help-page.js'

/** The examples at the end of `p2p <command> --help`. */
export const examples: Partial<Readonly<Record<CommandName, readonly string[]>>> = {
  rates: ['p2p rates --fiat EUR', 'p2p rates --json > rates.json'],
  quote: [
    'p2p quote --amount 50000',
    'p2p quote --side sell --usdt 1200 --payment-method monobank',
    'p2p quote --amount 50000 -m monobank -m privatbank --merchant --min-orders 100',
  ],
  open: ['p2p open --amount 50000', 'p2p open --side sell --usdt 1200 --exchange okx'],
  orderbook: [
    'p2p orderbook --exchange binance --why',
    'p2p orderbook -e okx --side sell -m monobank --rows 20',
    'p2p orderbook all --amount 20000 --exclude-method wise --min-completion 97',
  ],
  depth: ['p2p depth --fiat EUR', 'p2p depth sell --exchange okx --payment-method monobank'],
  methods: ['p2p methods --fiat UAH', 'p2p methods sell EUR --csv > methods.csv'],
  arbitrage: ['p2p arbitrage --amount 20000 --fee 1', 'p2p arbitrage --amount 20000 --age --csv'],
  watch: ['p2p watch --fiat EUR', 'p2p watch --every 10 --csv >> prices.csv'],
  stream: ['p2p stream --fiat EUR | jq .best_buy.price'],
  index: ['p2p index UAH', 'p2p index EUR --field cite'],
  stats: ['p2p stats --fiat EUR', 'p2p stats --exchange index'],
  history: ['p2p history --hours 72', 'p2p history --exchange bybit --hours 24 --csv > history.csv'],
  candles: ['p2p candles --interval 4h --hours 48'],
  price: ['p2p price 2026-03-14T14:05 --fiat UAH', 'p2p price 2026-03-14T12:05Z --exchange index --field buy'],
  fixings: ['p2p fixings UAH --from 2026-11-01 --to 2026-11-30', 'p2p fixings UAH --verify'],
  premium: ['p2p premium UAH', 'p2p premium KZT --from 2026-11-01 --csv > premium.csv'],
  export: [
    'p2p export UAH --hours 720 --format parquet --out usdt.parquet',
    'p2p export UAH EUR --hours 24 --force --out usdt.csv',
  ],
  sources: ['p2p sources --fiat UAH'],
  'payment-methods': ['p2p payment-methods --search mono', 'p2p payment-methods --country PL'],
  login: ['p2p login --server https://p2p.example.com', 'p2p login --server https://p2p.example.com < key.txt'],
  usage: ['p2p usage --days 7', 'p2p usage --by-key --csv > usage.csv', 'p2p usage --errors'],
  webhooks: [
    'p2p webhooks create --url https://example.com/hook --event best_buy --threshold 41.2',
    'p2p webhooks create --url https://example.com/hook --event spread --threshold 0.5 --amount 20000',
    'p2p webhooks list',
  ],
  listen: [
    'p2p listen --forward-to http://localhost:3000/hook',
    'p2p listen --forward-to http://localhost:3000/hook --events spread,ping',
    'export WEBHOOK_SECRET=$(p2p listen --print-secret)',
  ],
  trigger: ['p2p trigger spread', 'p2p trigger best_buy --to http://localhost:3000/hook'],
  config: ['p2p config set fiat EUR', 'p2p config use work'],
  doctor: ['p2p doctor --fiat PLN', 'p2p doctor --proxy bybit=socks5://127.0.0.1:1080'],
  serve: ['p2p serve', 'p2p serve keys create --plan Pro --name me'],
  mcp: ['p2p mcp --profile work', 'p2p mcp --direct'],
  complete: ["echo 'source <(p2p complete bash)' >> ~/.bashrc"],
  help: ['p2p help quote', 'p2p help environment', 'p2p help man | man -l -'],
}
