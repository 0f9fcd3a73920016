export * from './ad-filter.js'
export * from './all-endpoints.js'
export type { AvailableSupply } from './available-supply.js'
export * from './collector-protocol.js'
export { bestOfAll, indexOfAll, type SeriesName, seriesOfAll } from './common-inputs.js'
export * from './confidence.js'
export * from './crossing.js'
export { csvOf, csvType, simulatedCsv, type Table } from './csv.js'
export * from './define-endpoint.js'
export { buildOpenApi, type OpenApiOptions } from './document/build-openapi.js'
export * from './error-codes.js'
export {
  type AnswerHeaderName,
  answerHeaders,
  apiKeyHeader,
  type Header,
  limitHeaders,
  type RequestHeaderName,
  requestHeaders,
} from './headers.js'
export * from './input.js'
export * from './market-data.js'
export { allTools, listedTools, planOfTool, toolInstructions } from './mcp/all-tools.js'
export { answerTool, toolNamed, unknownTool } from './mcp/call-tool.js'
export { explainRefusal } from './mcp/explain-refusal.js'
export { mcp } from './mcp/mcp.js'
export type { Arguments, CallEndpoint, CallTool, Tool, ToolAnswer } from './mcp/tool.js'
export { withPresets } from './patch-inputs.js'
export * from './plans.js'
export * from './smallest-trade.js'
export * from './stream-and-webhook-events.js'
export {
  channelIdOf,
  type NewWebhook,
  type NewWebhookFields,
  type SecretRotation,
  thresholdViolation,
  urlOfInbox,
  type WebhookChange,
} from './webhook-inputs.js'
export * from './webhook-shape.js'
export { type ExchangeName, isoTime, type LooseEnum } from './wire-schemas.js'
