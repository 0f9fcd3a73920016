export * from './collector-protocol.js'
export * from './crossing.js'
export { buildOpenApi, type OpenApiOptions } from './document/build-openapi.js'
export * from './endpoint/all-endpoints.js'
export type { AskedCaller } from './endpoint/caller-inputs.js'
export { bestOfAll, indexOfAll, seriesOfAll } from './endpoint/common-inputs.js'
export { csvOf, csvType, simulatedCsv, type Table } from './endpoint/csv.js'
export * from './endpoint/define-endpoint.js'
export * from './endpoint/derived-types.js'
export {
  type AnswerHeaderName,
  answerHeaders,
  apiKeyHeader,
  type Header,
  limitHeaders,
  type RequestHeaderName,
  requestHeaders,
} from './endpoint/headers.js'
export * from './endpoint/input.js'
export * from './endpoint/market-data.js'
export { withPresets } from './endpoint/patch-inputs.js'
export * from './endpoint/plans.js'
export { isoTime } from './endpoint/wire-schemas.js'
export * from './endpoint/wire-types.js'
export { digestEventExample } from './endpoints/alerts/digest-event.js'
export * from './endpoints/alerts/stream-and-webhook-events.js'
export {
  channelIdOf,
  thresholdViolation,
  urlOfInbox,
} from './endpoints/alerts/webhook-inputs.js'
export * from './endpoints/alerts/webhook-shape.js'
export * from './endpoints/pages/bootstrap-data.js'
export { shortestPassword } from './endpoints/pages/sign-in-and-account-inputs.js'
export * from './endpoints/prices/ad-filter.js'
export { toBestResponse } from './endpoints/prices/best-price.js'
export * from './endpoints/prices/confidence.js'
export { toUsdtUsdResponse } from './endpoints/prices/usdt-usd.js'
export * from './endpoints/rules/formula-inputs.js'
export * from './errors/error-codes.js'
export * from './errors/smallest-trade.js'
export * from './generated/registry.js'
export * from './generated/types.js'
export { allTools, listedTools, planOfTool, toolInstructions } from './mcp/all-tools.js'
export { answerTool, toolNamed, unknownTool } from './mcp/call-tool.js'
export { explainRefusal } from './mcp/explain-refusal.js'
export { mcp } from './mcp/mcp.js'
export type { Arguments, CallEndpoint, CallTool, Tool, ToolAnswer } from './mcp/tool.js'
