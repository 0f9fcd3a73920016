// Written by `pnpm generate`.

import type { NewWebhook } from '../endpoint/derived-types.js'
import type { EndpointType, NoInput } from '../endpoint/endpoint-type.js'
import { createInbox, deleteInbox, listInboxes, stopInbox } from '../endpoints/alerts/inboxes.js'
import {
  activateWebhookSecret,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../endpoints/alerts/webhooks.js'
import { candles } from '../endpoints/history/candles.js'
import { fixingInputs } from '../endpoints/history/fixing-inputs.js'
import { fixings } from '../endpoints/history/fixings.js'
import { history } from '../endpoints/history/history.js'
import { premium } from '../endpoints/history/premium.js'
import { price } from '../endpoints/history/price.js'
import { quality } from '../endpoints/history/quality.js'
import { seasonality } from '../endpoints/history/seasonality.js'
import { stats } from '../endpoints/history/stats.js'
import { trackRecord } from '../endpoints/history/track-record.js'
import { deleteAccount, getAccount, updateAccount } from '../endpoints/pages/account.js'
import {
  changePlan,
  createResetLink,
  deleteAnyAccount,
  endAnySessions,
  listAccounts,
  listPlans,
  listSources,
} from '../endpoints/pages/admin.js'
import { endAccess, getAccess } from '../endpoints/pages/granted-access.js'
import { confirmInbox, stopOnPage } from '../endpoints/pages/inbox-confirmations.js'
import { createInvite, deleteInvite, listInvites } from '../endpoints/pages/invites.js'
import { createKey, deleteKey, listKeys, updateKey } from '../endpoints/pages/keys.js'
import { mailReset, previewReset, resetPassword } from '../endpoints/pages/password-resets.js'
import { requestPlan } from '../endpoints/pages/plan-requests.js'
import { listRequests } from '../endpoints/pages/recent-requests.js'
import {
  createAccount,
  createAccountByLink,
  getRegistration,
  mailRegistration,
} from '../endpoints/pages/registration.js'
import { proposeFactor, turnFactorOff, turnFactorOn } from '../endpoints/pages/second-factor.js'
import {
  createSession,
  createSessionByLink,
  endAllSessions,
  endOneSession,
  endOtherSessions,
  endSession,
  listSessions,
} from '../endpoints/pages/sessions.js'
import { setUp } from '../endpoints/pages/setup.js'
import { sourceHistory } from '../endpoints/pages/source-history.js'
import { sparklines } from '../endpoints/pages/sparklines.js'
import { arbitrage, arbitrageOfMarket } from '../endpoints/prices/arbitrage.js'
import { convert } from '../endpoints/prices/convert.js'
import { depth, depthOfMarket } from '../endpoints/prices/depth.js'
import { fair, fairOfMarket } from '../endpoints/prices/fair.js'
import { methods, methodsOfMarket } from '../endpoints/prices/methods.js'
import { orderbook, orderbookOfMarket } from '../endpoints/prices/orderbook.js'
import { overview } from '../endpoints/prices/overview.js'
import { quote, quoteOfMarket } from '../endpoints/prices/quote.js'
import { rates, ratesOfMarket } from '../endpoints/prices/rates.js'
import { index } from '../endpoints/prices/reference-index.js'
import { stream } from '../endpoints/prices/stream.js'
import { transfers } from '../endpoints/prices/transfers.js'
import { createBoard, deleteBoard, getBoard, listBoards, updateBoard } from '../endpoints/rules/boards.js'
import { formulaPreview } from '../endpoints/rules/formula-preview.js'
import { formula, formulaOfMarket } from '../endpoints/rules/formula-price.js'
import { createRule, deleteRule, getRule, listRules, priceRule, updateRule } from '../endpoints/rules/rules.js'
import { livez, readyz } from '../endpoints/service/health.js'
import { markets } from '../endpoints/service/markets.js'
import { me } from '../endpoints/service/me.js'
import { openapi } from '../endpoints/service/openapi.js'
import { paymentMethods } from '../endpoints/service/payment-methods.js'
import { apiRoot, root } from '../endpoints/service/service-info.js'
import { sources } from '../endpoints/service/sources.js'
import { usage } from '../endpoints/service/usage.js'

import type {
  AccountDeleteBody,
  AccountInfo,
  AccountKey,
  AccountUpdateBody,
  AdminAccount,
  AdminAccountList,
  AdminAccountsQuery,
  AdminCreateInviteBody,
  AdminPlanList,
  AdminSources,
  AdminUpdateAccountBody,
  Arbitrage,
  ArbitrageQuery,
  Candles,
  CandlesQuery,
  Convert,
  ConvertQuery,
  CreatedInbox,
  CreatedInvite,
  CreatedKey,
  Delivery,
  DeliveryList,
  Depth,
  DepthQuery,
  FactorProposal,
  Fair,
  FairQuery,
  FixingInputs,
  Fixings,
  FixingsQuery,
  FormulaPreview,
  FormulaPreviewQuery,
  FormulaPrice,
  FormulaQuery,
  GrantedAccess,
  History,
  HistoryQuery,
  InboxConfirmationsCreateBody,
  InboxConfirmed,
  InboxList,
  InboxStopsCreateBody,
  IndexQuery,
  InviteList,
  KeyList,
  KeysCreateBody,
  KeysUpdateBody,
  LogInFields,
  MarketInfo,
  MethodPrices,
  MethodsQuery,
  NewAccount,
  NewAccountByLink,
  NewAdmin,
  NewInbox,
  NewPriceBoard,
  NewRule,
  OpenApiDocument,
  Orderbook,
  OrderbookQuery,
  Overview,
  PasswordResetsCreateBody,
  PasswordResetsPreviewBody,
  PaymentMethods,
  PlanRequested,
  PlanRequestsCreateBody,
  Premium,
  PremiumQuery,
  PriceAt,
  PriceBoardChange,
  PriceBoardList,
  PricePage,
  PriceQuery,
  PriceRule,
  Quality,
  QualityQuery,
  Quote,
  QuoteQuery,
  Rates,
  RatesQuery,
  RecentRequestList,
  RecoveryCodes,
  ReferenceIndex,
  Registration,
  RegistrationMailsCreateBody,
  ResetLink,
  ResetMailsCreateBody,
  RuleChange,
  RuleList,
  RulePrice,
  Seasonality,
  SeasonalityQuery,
  SecondFactorTurnOffBody,
  SecondFactorTurnOnBody,
  SecretRotation,
  SessionList,
  SessionsCreateByLinkBody,
  SetupFields,
  SourceHistory,
  SourceHistoryQuery,
  Sources,
  SourcesQuery,
  Sparklines,
  SparklinesQuery,
  Stats,
  StatsQuery,
  StreamQuery,
  TrackRecord,
  TrackRecordQuery,
  Transfers,
  TransfersQuery,
  Usage,
  UsageQuery,
  UsageReport,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookWithSecret,
} from './types.js'

export * from '../endpoints/alerts/inboxes.js'
export * from '../endpoints/alerts/webhooks.js'
export * from '../endpoints/history/candles.js'
export * from '../endpoints/history/fixing-inputs.js'
export * from '../endpoints/history/fixings.js'
export * from '../endpoints/history/history.js'
export * from '../endpoints/history/premium.js'
export * from '../endpoints/history/price.js'
export * from '../endpoints/history/quality.js'
export * from '../endpoints/history/seasonality.js'
export * from '../endpoints/history/stats.js'
export * from '../endpoints/history/track-record.js'
export * from '../endpoints/pages/account.js'
export * from '../endpoints/pages/admin.js'
export * from '../endpoints/pages/granted-access.js'
export * from '../endpoints/pages/inbox-confirmations.js'
export * from '../endpoints/pages/invites.js'
export * from '../endpoints/pages/keys.js'
export * from '../endpoints/pages/password-resets.js'
export * from '../endpoints/pages/plan-requests.js'
export * from '../endpoints/pages/recent-requests.js'
export * from '../endpoints/pages/registration.js'
export * from '../endpoints/pages/second-factor.js'
export * from '../endpoints/pages/sessions.js'
export * from '../endpoints/pages/setup.js'
export * from '../endpoints/pages/source-history.js'
export * from '../endpoints/pages/sparklines.js'
export * from '../endpoints/prices/arbitrage.js'
export * from '../endpoints/prices/convert.js'
export * from '../endpoints/prices/depth.js'
export * from '../endpoints/prices/fair.js'
export * from '../endpoints/prices/methods.js'
export * from '../endpoints/prices/orderbook.js'
export * from '../endpoints/prices/overview.js'
export * from '../endpoints/prices/quote.js'
export * from '../endpoints/prices/rates.js'
export * from '../endpoints/prices/reference-index.js'
export * from '../endpoints/prices/stream.js'
export * from '../endpoints/prices/transfers.js'
export * from '../endpoints/rules/boards.js'
export * from '../endpoints/rules/formula-preview.js'
export * from '../endpoints/rules/formula-price.js'
export * from '../endpoints/rules/rules.js'
export * from '../endpoints/service/health.js'
export * from '../endpoints/service/markets.js'
export * from '../endpoints/service/me.js'
export * from '../endpoints/service/openapi.js'
export * from '../endpoints/service/payment-methods.js'
export * from '../endpoints/service/service-info.js'
export * from '../endpoints/service/sources.js'
export * from '../endpoints/service/usage.js'

/** The interface by name, as types alone: clients that check nothing carry no schema. */
export type EndpointShapes = {
  readonly markets: EndpointType<'GET /markets', NoInput, MarketInfo>
  readonly rates: EndpointType<'GET /rates', RatesQuery, Rates>
  readonly orderbook: EndpointType<'GET /orderbook', OrderbookQuery, Orderbook>
  readonly stats: EndpointType<'GET /stats', StatsQuery, Stats>
  readonly history: EndpointType<'GET /history', HistoryQuery, History>
  readonly arbitrage: EndpointType<'GET /arbitrage', ArbitrageQuery, Arbitrage>
  readonly me: EndpointType<'GET /me', NoInput, Usage>
  readonly stream: EndpointType<'GET /stream', StreamQuery, string>
  readonly openapi: EndpointType<'GET /openapi.json', NoInput, OpenApiDocument>
  readonly 'webhooks.create': EndpointType<'POST /webhooks', NewWebhook, WebhookWithSecret>
  readonly 'webhooks.list': EndpointType<'GET /webhooks', NoInput, WebhookList>
  readonly 'webhooks.get': EndpointType<'GET /webhooks/{id}', NoInput, Webhook>
  readonly 'webhooks.update': EndpointType<'PATCH /webhooks/{id}', WebhookChange, Webhook>
  readonly 'webhooks.delete': EndpointType<'DELETE /webhooks/{id}', NoInput, undefined>
  readonly 'webhooks.test': EndpointType<'POST /webhooks/{id}/test', NoInput, Delivery>
  readonly 'webhooks.rotate-secret': EndpointType<
    'POST /webhooks/{id}/rotate-secret',
    SecretRotation,
    WebhookWithSecret
  >
  readonly 'webhooks.activate-secret': EndpointType<'POST /webhooks/{id}/activate-secret', NoInput, Webhook>
  readonly 'webhooks.deliveries': EndpointType<'GET /webhooks/{id}/deliveries', NoInput, DeliveryList>
  readonly 'webhooks.resend': EndpointType<'POST /webhooks/{id}/deliveries/{delivery_id}/resend', NoInput, Delivery>
  readonly 'inboxes.list': EndpointType<'GET /inboxes', NoInput, InboxList>
  readonly 'inboxes.create': EndpointType<'POST /inboxes', NewInbox, CreatedInbox>
  readonly 'inboxes.delete': EndpointType<'DELETE /inboxes/{id}', NoInput, undefined>
  readonly quote: EndpointType<'GET /quote', QuoteQuery, Quote>
  readonly sources: EndpointType<'GET /sources', SourcesQuery, Sources>
  readonly 'payment-methods': EndpointType<'GET /payment-methods', NoInput, PaymentMethods>
  readonly candles: EndpointType<'GET /candles', CandlesQuery, Candles>
  readonly usage: EndpointType<'GET /usage', UsageQuery, UsageReport>
  readonly depth: EndpointType<'GET /depth', DepthQuery, Depth>
  readonly methods: EndpointType<'GET /methods', MethodsQuery, MethodPrices>
  readonly index: EndpointType<'GET /index', IndexQuery, ReferenceIndex>
  readonly fixings: EndpointType<'GET /index/fixings', FixingsQuery, Fixings>
  readonly premium: EndpointType<'GET /index/premium', PremiumQuery, Premium>
  readonly convert: EndpointType<'GET /convert', ConvertQuery, Convert>
  readonly overview: EndpointType<'GET /overview', NoInput, Overview>
  readonly price: EndpointType<'GET /price', PriceQuery, PriceAt>
  readonly quality: EndpointType<'GET /quality', QualityQuery, Quality>
  readonly seasonality: EndpointType<'GET /seasonality', SeasonalityQuery, Seasonality>
  readonly formula: EndpointType<'GET /formula', FormulaQuery, FormulaPrice>
  readonly 'formula-preview': EndpointType<'GET /formula/preview', FormulaPreviewQuery, FormulaPreview>
  readonly 'rules.list': EndpointType<'GET /rules', NoInput, RuleList>
  readonly 'rules.create': EndpointType<'POST /rules', NewRule, PriceRule>
  readonly 'rules.get': EndpointType<'GET /rules/{id}', NoInput, PriceRule>
  readonly 'rules.update': EndpointType<'PATCH /rules/{id}', RuleChange, PriceRule>
  readonly 'rules.delete': EndpointType<'DELETE /rules/{id}', NoInput, undefined>
  readonly 'rules.price': EndpointType<'GET /rules/{id}/price', NoInput, RulePrice>
  readonly 'boards.list': EndpointType<'GET /boards', NoInput, PriceBoardList>
  readonly 'boards.create': EndpointType<'POST /boards', NewPriceBoard, PricePage>
  readonly 'boards.get': EndpointType<'GET /boards/{id}', NoInput, PricePage>
  readonly 'boards.update': EndpointType<'PATCH /boards/{id}', PriceBoardChange, PricePage>
  readonly 'boards.delete': EndpointType<'DELETE /boards/{id}', NoInput, undefined>
  readonly 'fixing-inputs': EndpointType<'GET /index/fixings/{fiat}/{day}/inputs', NoInput, FixingInputs>
  readonly 'track-record': EndpointType<'GET /track-record', TrackRecordQuery, TrackRecord>
  readonly fair: EndpointType<'GET /fair', FairQuery, Fair>
  readonly transfers: EndpointType<'GET /transfers', TransfersQuery, Transfers>
}

/** Calls of the server's own pages only. */
export type WebEndpointShapes = {
  readonly 'sessions.create': EndpointType<'POST /sessions', LogInFields, AccountInfo>
  readonly 'sessions.create-by-link': EndpointType<'POST /sessions/by-link', SessionsCreateByLinkBody, AccountInfo>
  readonly 'sessions.end': EndpointType<'DELETE /sessions/current', NoInput, undefined>
  readonly 'sessions.end-all': EndpointType<'DELETE /sessions', NoInput, undefined>
  readonly 'sessions.list': EndpointType<'GET /sessions', NoInput, SessionList>
  readonly 'sessions.end-others': EndpointType<'DELETE /sessions/others', NoInput, undefined>
  readonly 'sessions.end-one': EndpointType<'DELETE /sessions/{id}', NoInput, undefined>
  readonly 'account.get': EndpointType<'GET /account', NoInput, AccountInfo>
  readonly 'account.update': EndpointType<'PATCH /account', AccountUpdateBody, AccountInfo>
  readonly 'account.delete': EndpointType<'DELETE /account', AccountDeleteBody, undefined>
  readonly 'access.get': EndpointType<'GET /access', NoInput, GrantedAccess>
  readonly 'access.end': EndpointType<'DELETE /access', NoInput, undefined>
  readonly 'second-factor.propose': EndpointType<'POST /second-factor/proposals', NoInput, FactorProposal>
  readonly 'second-factor.turn-on': EndpointType<'POST /second-factor', SecondFactorTurnOnBody, RecoveryCodes>
  readonly 'second-factor.turn-off': EndpointType<'DELETE /second-factor', SecondFactorTurnOffBody, undefined>
  readonly 'setup.create': EndpointType<'POST /setup', SetupFields, NewAdmin>
  readonly 'registration.get': EndpointType<'GET /registration', NoInput, Registration>
  readonly 'accounts.create': EndpointType<'POST /accounts', NewAccount, AccountInfo>
  readonly 'accounts.create-by-link': EndpointType<'POST /accounts/by-link', NewAccountByLink, AccountInfo>
  readonly 'registration-mails.create': EndpointType<'POST /registration-mails', RegistrationMailsCreateBody, undefined>
  readonly 'password-resets.preview': EndpointType<
    'POST /password-resets/preview',
    PasswordResetsPreviewBody,
    GrantedAccess
  >
  readonly 'password-resets.create': EndpointType<'POST /password-resets', PasswordResetsCreateBody, undefined>
  readonly 'reset-mails.create': EndpointType<'POST /reset-mails', ResetMailsCreateBody, undefined>
  readonly 'inbox-confirmations.create': EndpointType<
    'POST /inbox-confirmations',
    InboxConfirmationsCreateBody,
    InboxConfirmed
  >
  readonly 'inbox-stops.create': EndpointType<'POST /inbox-stops', InboxStopsCreateBody, undefined>
  readonly 'keys.list': EndpointType<'GET /keys', NoInput, KeyList>
  readonly 'keys.create': EndpointType<'POST /keys', KeysCreateBody, CreatedKey>
  readonly 'keys.update': EndpointType<'PATCH /keys/{id}', KeysUpdateBody, AccountKey>
  readonly 'keys.delete': EndpointType<'DELETE /keys/{id}', NoInput, undefined>
  readonly 'requests.list': EndpointType<'GET /requests', NoInput, RecentRequestList>
  readonly 'source-history': EndpointType<'GET /source-history', SourceHistoryQuery, SourceHistory>
  readonly sparklines: EndpointType<'GET /sparklines', SparklinesQuery, Sparklines>
  readonly 'plan-requests.create': EndpointType<'POST /plan-requests', PlanRequestsCreateBody, PlanRequested>
  readonly 'admin.accounts': EndpointType<'GET /admin/accounts', AdminAccountsQuery, AdminAccountList>
  readonly 'admin.update-account': EndpointType<'PATCH /admin/accounts/{id}', AdminUpdateAccountBody, AdminAccount>
  readonly 'admin.delete-account': EndpointType<'DELETE /admin/accounts/{id}', NoInput, undefined>
  readonly 'admin.end-sessions': EndpointType<'DELETE /admin/accounts/{id}/sessions', NoInput, undefined>
  readonly 'admin.reset-link': EndpointType<'POST /admin/accounts/{id}/reset-link', NoInput, ResetLink>
  readonly 'admin.plans': EndpointType<'GET /admin/plans', NoInput, AdminPlanList>
  readonly 'admin.sources': EndpointType<'GET /admin/sources', NoInput, AdminSources>
  readonly 'admin.invites': EndpointType<'GET /admin/invites', NoInput, InviteList>
  readonly 'admin.create-invite': EndpointType<'POST /admin/invites', AdminCreateInviteBody, CreatedInvite>
  readonly 'admin.delete-invite': EndpointType<'DELETE /admin/invites/{id}', NoInput, undefined>
}

export const keyEndpoints = {
  markets: markets,
  rates: rates,
  orderbook: orderbook,
  stats: stats,
  history: history,
  arbitrage: arbitrage,
  me: me,
  stream: stream,
  openapi: openapi,
  'webhooks.create': createWebhook,
  'webhooks.list': listWebhooks,
  'webhooks.get': getWebhook,
  'webhooks.update': updateWebhook,
  'webhooks.delete': deleteWebhook,
  'webhooks.test': testWebhook,
  'webhooks.rotate-secret': rotateWebhookSecret,
  'webhooks.activate-secret': activateWebhookSecret,
  'webhooks.deliveries': listDeliveries,
  'webhooks.resend': resendDelivery,
  'inboxes.list': listInboxes,
  'inboxes.create': createInbox,
  'inboxes.delete': deleteInbox,
  quote: quote,
  sources: sources,
  'payment-methods': paymentMethods,
  candles: candles,
  usage: usage,
  depth: depth,
  methods: methods,
  index: index,
  fixings: fixings,
  premium: premium,
  convert: convert,
  overview: overview,
  price: price,
  quality: quality,
  seasonality: seasonality,
  formula: formula,
  'formula-preview': formulaPreview,
  'rules.list': listRules,
  'rules.create': createRule,
  'rules.get': getRule,
  'rules.update': updateRule,
  'rules.delete': deleteRule,
  'rules.price': priceRule,
  'boards.list': listBoards,
  'boards.create': createBoard,
  'boards.get': getBoard,
  'boards.update': updateBoard,
  'boards.delete': deleteBoard,
  'fixing-inputs': fixingInputs,
  'track-record': trackRecord,
  fair: fair,
  transfers: transfers,
} as const

export const webEndpoints = {
  'sessions.create': createSession,
  'sessions.create-by-link': createSessionByLink,
  'sessions.end': endSession,
  'sessions.end-all': endAllSessions,
  'sessions.list': listSessions,
  'sessions.end-others': endOtherSessions,
  'sessions.end-one': endOneSession,
  'account.get': getAccount,
  'account.update': updateAccount,
  'account.delete': deleteAccount,
  'access.get': getAccess,
  'access.end': endAccess,
  'second-factor.propose': proposeFactor,
  'second-factor.turn-on': turnFactorOn,
  'second-factor.turn-off': turnFactorOff,
  'setup.create': setUp,
  'registration.get': getRegistration,
  'accounts.create': createAccount,
  'accounts.create-by-link': createAccountByLink,
  'registration-mails.create': mailRegistration,
  'password-resets.preview': previewReset,
  'password-resets.create': resetPassword,
  'reset-mails.create': mailReset,
  'inbox-confirmations.create': confirmInbox,
  'inbox-stops.create': stopOnPage,
  'keys.list': listKeys,
  'keys.create': createKey,
  'keys.update': updateKey,
  'keys.delete': deleteKey,
  'requests.list': listRequests,
  'source-history': sourceHistory,
  sparklines: sparklines,
  'plan-requests.create': requestPlan,
  'admin.accounts': listAccounts,
  'admin.update-account': changePlan,
  'admin.delete-account': deleteAnyAccount,
  'admin.end-sessions': endAnySessions,
  'admin.reset-link': createResetLink,
  'admin.plans': listPlans,
  'admin.sources': listSources,
  'admin.invites': listInvites,
  'admin.create-invite': createInvite,
  'admin.delete-invite': deleteInvite,
} as const

/** Endpoints outside the interface. */
export const rootEndpoints = [stopInbox, livez, readyz, root, apiRoot] as const

/** Answers computed from one currency's current market, with or without a server. */
export const marketEndpoints = {
  rates: ratesOfMarket,
  orderbook: orderbookOfMarket,
  arbitrage: arbitrageOfMarket,
  quote: quoteOfMarket,
  depth: depthOfMarket,
  methods: methodsOfMarket,
  formula: formulaOfMarket,
  fair: fairOfMarket,
} as const
