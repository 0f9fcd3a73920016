import { adminAccountsRoute, adminInvitesRoute, adminPlansRoute, adminSourcesRoute } from './admin/route.js'
import { arbitrageRoute } from './arbitrage/route.js'
import { banksRoute } from './banks/route.js'
import { bookRoute } from './book/route.js'
import { currenciesRoute } from './currencies/route.js'
import { definePage, type Page } from './define-page.js'
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

const developer = { needsAccount: true, within: 'nav.dev' } as const

/** All pages in the order of the navigation. The build takes the first for the start page. */
export const pages: readonly Page[] = [
  definePage({
    route: marketRoute,
    load: async () => (await import('./market/market.js')).Market,
    words: ['prices', 'doubts'],
    section: { word: 'nav.market', icon: 'market', key: 'm' },
  }),
  definePage({
    route: bookRoute,
    load: async () => (await import('./book/book.js')).Book,
    words: ['ads', 'book', 'doubts'],
    section: { word: 'nav.book', short: 'nav.book.short', icon: 'ads', key: 'b' },
  }),
  definePage({
    route: arbitrageRoute,
    load: async () => (await import('./arbitrage/arbitrage.js')).ArbitrageTrips,
    words: ['arbitrage', 'doubts'],
    section: { word: 'nav.arbitrage', icon: 'arbitrage', key: 'a' },
  }),
  definePage({
    route: banksRoute,
    load: async () => (await import('./banks/banks.js')).Banks,
    words: ['banks', 'book', 'doubts', 'outcome', 'prices'],
    within: 'nav.market',
  }),
  definePage({
    route: luresRoute,
    load: async () => (await import('./lures/lures.js')).Lures,
    words: ['ads', 'book', 'lures'],
    within: 'nav.market',
  }),
  definePage({
    route: currenciesRoute,
    load: async () => (await import('./currencies/currencies.js')).Currencies,
    words: ['currencies', 'doubts'],
    within: 'nav.market',
  }),
  definePage({
    route: statusRoute,
    load: async () => (await import('./status/status.js')).StatusPage,
    words: ['status'],
    section: { word: 'nav.status', icon: 'clock', key: 's', isUnderMore: true },
  }),
  definePage({
    route: trackRecordRoute,
    load: async () => (await import('./track-record/track-record.js')).TrackRecordPage,
    words: ['track'],
    within: 'nav.status',
  }),
  definePage({
    route: devRoute,
    load: async () => (await import('./dev/overview.js')).Overview,
    words: ['dev'],
    section: { word: 'nav.dev', icon: 'dev', key: 'k', keyGoes: { word: 'nav.keys', address: '/dev/keys' } },
    needsAccount: true,
  }),
  definePage({
    ...developer,
    route: keysRoute,
    load: async () => (await import('./dev/keys.js')).Keys,
    words: ['dev'],
  }),
  definePage({
    ...developer,
    route: usageRoute,
    load: async () => (await import('./dev/usage.js')).Usage,
    words: ['dev'],
  }),
  definePage({
    ...developer,
    route: webhooksRoute,
    load: async () => (await import('./webhooks/webhooks.js')).Webhooks,
    words: ['dev', 'webhooks'],
  }),
  definePage({
    ...developer,
    route: newWebhookRoute,
    load: async () => (await import('./webhooks/new-webhook.js')).NewWebhook,
    words: ['dev', 'webhooks'],
  }),
  definePage({
    ...developer,
    route: webhookRoute,
    load: async () => (await import('./webhooks/one-webhook.js')).OneWebhook,
    words: ['dev', 'webhooks'],
  }),
  definePage({
    ...developer,
    route: rulesRoute,
    load: async () => (await import('./rules/rules.js')).Rules,
    words: ['dev', 'rules'],
  }),
  definePage({
    ...developer,
    route: newRuleRoute,
    load: async () => (await import('./rules/new-rule.js')).NewRule,
    words: ['dev', 'rules'],
  }),
  definePage({
    ...developer,
    route: ruleRoute,
    load: async () => (await import('./rules/one-rule.js')).OneRule,
    words: ['dev', 'rules'],
  }),
  definePage({
    ...developer,
    route: boardsRoute,
    load: async () => (await import('./rules/boards/boards-page.js')).BoardsPage,
    words: ['boards', 'dev', 'rules'],
  }),
  definePage({
    ...developer,
    route: accountRoute,
    load: async () => (await import('./dev/account.js')).Account,
    words: ['account', 'dev', 'people'],
  }),
  definePage({
    route: adminAccountsRoute,
    load: async () => (await import('./admin/accounts.js')).AdminAccounts,
    words: ['account', 'dev'],
    needsAccount: true,
  }),
  definePage({
    route: adminInvitesRoute,
    load: async () => (await import('./admin/invites.js')).AdminInvites,
    words: ['account', 'dev'],
    needsAccount: true,
  }),
  definePage({
    route: adminPlansRoute,
    load: async () => (await import('./admin/plans.js')).AdminPlans,
    words: ['account'],
    needsAccount: true,
  }),
  definePage({
    route: adminSourcesRoute,
    load: async () => (await import('./admin/sources.js')).AdminSources,
    words: ['account'],
    needsAccount: true,
  }),
  definePage({
    route: loginRoute,
    load: async () => (await import('./login/login.js')).LogIn,
    words: ['people'],
    hasSecret: true,
  }),
  definePage({
    route: joinRoute,
    load: async () => (await import('./join/join.js')).Join,
    words: ['people'],
    hasSecret: true,
  }),
  definePage({
    route: resetRoute,
    load: async () => (await import('./reset/reset.js')).Reset,
    words: ['people'],
    hasSecret: true,
  }),
  definePage({
    route: confirmRoute,
    load: async () => (await import('./inboxes/confirm.js')).Confirm,
    words: ['people'],
    hasSecret: true,
  }),
  definePage({
    route: stopRoute,
    load: async () => (await import('./inboxes/stop-alerts.js')).StopAlerts,
    words: ['people'],
  }),
  definePage({
    route: setupRoute,
    load: async () => (await import('./setup/setup.js')).Setup,
    words: ['account', 'dev', 'people'],
    hasSecret: true,
  }),
]
