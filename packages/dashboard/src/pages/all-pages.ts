import { adminAccountsPage, adminInvitesPage, adminPlansPage, adminSourcesPage } from './admin/page-routes.js'
import { arbitragePage } from './arbitrage/page-routes.js'
import { bookPage } from './book/page-routes.js'
import { currenciesPage } from './currencies/page-routes.js'
import type { Page } from './define-page.js'
import { accountPage, devPage, keysPage, usagePage } from './dev/page-routes.js'
import { confirmPage, stopPage } from './inboxes/page-routes.js'
import { joinPage } from './join/page-routes.js'
import { loginPage } from './login/page-routes.js'
import { marketPage } from './market/page-routes.js'
import { resetPage } from './reset/page-routes.js'
import { boardsPage, newRulePage, rulePage, rulesPage } from './rules/page-routes.js'
import { setupPage } from './setup/page-routes.js'
import { statusPage } from './status/page-routes.js'
import { newWebhookPage, webhookPage, webhooksPage } from './webhooks/page-routes.js'

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
