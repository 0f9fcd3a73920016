import { adminAccountsPage, adminInvitesPage, adminPlansPage, adminSourcesPage } from './admin/entry.js'
import { arbitragePage } from './arbitrage/entry.js'
import { bookPage } from './book/entry.js'
import { currenciesPage } from './currencies/entry.js'
import { accountPage, devPage, keysPage, usagePage } from './dev/entry.js'
import { confirmPage, stopPage } from './inboxes/entry.js'
import { joinPage } from './join/entry.js'
import { loginPage } from './login/entry.js'
import { marketPage } from './market/entry.js'
import type { Page } from './page.js'
import { resetPage } from './reset/entry.js'
import { boardsPage, newRulePage, rulePage, rulesPage } from './rules/entry.js'
import { setupPage } from './setup/entry.js'
import { statusPage } from './status/entry.js'
import { newWebhookPage, webhookPage, webhooksPage } from './webhooks/entry.js'

export const pages: readonly Page[] = [
  marketPage,
  bookPage,
  arbitragePage,
  currenciesPage,
  statusPage,
  devPage,
  keysPage,
  usagePage,
  webhooksPage,
  newWebhookPage,
  webhookPage,
  rulesPage,
  newRulePage,
  rulePage,
  boardsPage,
  accountPage,
  adminAccountsPage,
  adminInvitesPage,
  adminPlansPage,
  adminSourcesPage,
  loginPage,
  joinPage,
  resetPage,
  confirmPage,
  stopPage,
  setupPage,
]
