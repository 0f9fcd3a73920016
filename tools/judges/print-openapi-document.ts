import { buildOpenApi, defaultPlans, webApiEndpoints } from '@p2p-rates/contract'

const which = process.argv[2] === 'pages' ? { endpoints: webApiEndpoints } : {}
console.log(JSON.stringify(buildOpenApi({ plans: defaultPlans, ...which }), null, 2))
