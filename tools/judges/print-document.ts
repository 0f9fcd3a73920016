import { buildOpenApi, defaultPlans } from '@p2p-rates/contract'

console.log(JSON.stringify(buildOpenApi({ plans: defaultPlans }), null, 2))
