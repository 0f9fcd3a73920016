import { adminAccountsRoute, adminInvitesRoute, adminPlansRoute, adminSourcesRoute } from './admin/route.js'
import { arbitrageRoute } from './arbitrage/route.js'
import { banksRoute } from './banks/route.js'
import { bookRoute } from './book/route.js'
import { currenciesRoute } from './currencies/route.js'
import { type Page, page } from './define-page.js'
import { accountRoute, devRoute, keysRoute, usageRoute } from './dev/route.js'
import { confirmRoute, stopRoute } from './inboxes/route.js'
import { joinRoute } from './join/route.js'
import { loginRoute } from './login/route.js'
import { luresRoute } from './lures/route.js'
import { marketRoute } from './market/route.js'
import { resetRoute } from './reset/route.js'
import { boardsRoute, newRuleRoute, ruleRoute, rulesRoute } from './rules/route.js'
import { setupRoute } from './setup/route.js'
import { statusRoute } from './status/route.js'
import { trackRecordRoute } from './track-record/route.js'
import { newWebhookRoute, webhookRoute, webhooksRoute } from './webhooks/route.js'

const market = { within: 'nav.market' } as const
const dev = { needsAccount: true, within: 'nav.dev' } as const
const admin = { needsAccount: true } as const
const secret = { hasSecret: true } as const

/** All pages in the order of the navigation. The build takes the first for the start page. */
export const pages: readonly Page[] = [
  page(marketRoute, async () => (await import('./market/market.js')).Market, ['prices', 'doubts'], {
    section: { word: 'nav.market', icon: 'market', key: 'm' },
  }),
  page(bookRoute, async () => (await import('./book/book.js')).Book, ['ads', 'book', 'doubts'], {
    section: { word: 'nav.book', short: 'nav.book.short', icon: 'ads', key: 'b' },
  }),
  page(arbitrageRoute, async () => (await import('./arbitrage/arbitrage.js')).ArbitrageTrips, ['arbitrage', 'doubts'], {
    section: { word: 'nav.arbitrage', icon: 'arbitrage', key: 'a' },
  }),
  page(
    banksRoute,
    async () => (await import('./banks/banks.js')).Banks,
    ['banks', 'book', 'doubts', 'outcome', 'prices'],
    market,
  ),
  page(luresRoute, async () => (await import('./lures/lures.js')).Lures, ['ads', 'book', 'lures'], market),
  page(
    currenciesRoute,
    async () => (await import('./currencies/currencies.js')).Currencies,
    ['currencies', 'doubts'],
    market,
  ),
  page(statusRoute, async () => (await import('./status/status.js')).StatusPage, ['status'], {
    section: { word: 'nav.status', icon: 'clock', key: 's', isUnderMore: true },
  }),
  page(trackRecordRoute, async () => (await import('./track-record/track-record.js')).TrackRecordPage, ['track'], {
    within: 'nav.status',
  }),
  page(devRoute, async () => (await import('./dev/overview.js')).Overview, ['dev'], {
    section: { word: 'nav.dev', icon: 'dev', key: 'k', keyGoes: { word: 'nav.keys', address: '/dev/keys' } },
    needsAccount: true,
  }),
  page(keysRoute, async () => (await import('./dev/keys.js')).Keys, ['dev'], dev),
  page(usageRoute, async () => (await import('./dev/usage.js')).Usage, ['dev'], dev),
  page(webhooksRoute, async () => (await import('./webhooks/webhooks.js')).Webhooks, ['dev', 'webhooks'], dev),
  page(newWebhookRoute, async () => (await import('./webhooks/new-webhook.js')).NewWebhook, ['dev', 'webhooks'], dev),
  page(webhookRoute, async () => (await import('./webhooks/one-webhook.js')).OneWebhook, ['dev', 'webhooks'], dev),
  page(rulesRoute, async () => (await import('./rules/rules.js')).Rules, ['dev', 'rules'], dev),
  page(newRuleRoute, async () => (await import('./rules/new-rule.js')).NewRule, ['dev', 'rules'], dev),
  page(ruleRoute, async () => (await import('./rules/one-rule.js')).OneRule, ['dev', 'rules'], dev),
  page(
    boardsRoute,
    async () => (await import('./rules/boards/boards-page.js')).BoardsPage,
    ['boards', 'dev', 'rules'],
    dev,
  ),
  page(accountRoute, async () => (await import('./dev/account.js')).Account, ['account', 'dev', 'people'], dev),
  page(adminAccountsRoute, async () => (await import('./admin/accounts.js')).AdminAccounts, ['account', 'dev'], admin),
  page(adminInvitesRoute, async () => (await import('./admin/invites.js')).AdminInvites, ['account', 'dev'], admin),
  page(adminPlansRoute, async () => (await import('./admin/plans.js')).AdminPlans, ['account'], admin),
  page(adminSourcesRoute, async () => (await import('./admin/sources.js')).AdminSources, ['account'], admin),
  page(loginRoute, async () => (await import('./login/login.js')).LogIn, ['people'], secret),
  page(joinRoute, async () => (await import('./join/join.js')).Join, ['people'], secret),
  page(resetRoute, async () => (await import('./reset/reset.js')).Reset, ['people'], secret),
  page(confirmRoute, async () => (await import('./inboxes/confirm.js')).Confirm, ['people'], secret),
  page(stopRoute, async () => (await import('./inboxes/stop-alerts.js')).StopAlerts, ['people']),
  page(setupRoute, async () => (await import('./setup/setup.js')).Setup, ['account', 'dev', 'people'], secret),
]
