import { type Answer, type Call, isSignature, ok, type SimulatedKey } from './simulated-exchange.js'

type Refused = { readonly code: number; readonly msg: string }

export const officialListPath = '/sapi/v1/c2c/agent/ads/search'

/** Binance's `/sapi`, for key holders. Written from the documentation alone. */
export function binanceSigned(call: Call, key: SimulatedKey, atMs: number): Answer | null {
  if (!call.path.startsWith('/sapi/')) return null
  const refused = refusalOf(call, key, atMs)
  if (refused !== null) return { status: 400, body: refused }
  return call.method === 'GET' && call.path === '/sapi/v1/account/apiRestrictions' ? ok(rightsOf(key)) : null
}

function refusalOf({ raw, query }: Call, { key, secret }: SimulatedKey, atMs: number): Refused | null {
  if (raw.header('x-mbx-apikey') !== key) return { code: -2008, msg: 'Invalid Api-Key ID.' }
  const [timestamp, window] = [Number(query.get('timestamp')), Number(query.get('recvWindow') ?? 5_000)]
  if (!(timestamp < atMs + 1_000 && atMs - timestamp <= Math.min(window, 60_000)))
    return { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' }
  const [, signed = '', sign = ''] = /^(.*)&signature=([0-9a-f]{64})$/.exec(raw.query) ?? []
  const isSigned = isSignature(sign, secret, signed)
  return isSigned ? null : { code: -1022, msg: 'Signature for this request is not valid.' }
}

const rightsOf = ({ mayOnlyRead }: SimulatedKey) => ({
  ...{ ipRestrict: true, createTime: 1_704_067_200_000, enableReading: true },
  enableSpotAndMarginTrading: !mayOnlyRead,
  enableWithdrawals: !mayOnlyRead,
  enableInternalTransfer: false,
  permitsUniversalTransfer: false,
})

type Item = {
  readonly adv: { readonly dynamicMaxSingleTransAmount: string }
  readonly advertiser: { readonly positiveRate: number; readonly activeTimeInSecond: number }
}

/** The ads of the open list with the fields of the official one. */
export function officialListing({ status, body }: Answer): Answer {
  const { data, ...envelope } = body as { data: readonly Item[] | null }
  const items = data?.map(({ adv, advertiser }) => {
    const { dynamicMaxSingleTransAmount: _, ...shown } = adv
    const { positiveRate: __, activeTimeInSecond: ___, ...person } = advertiser
    return {
      adv: { ...shown, priceType: 1, buyerKycLimit: 1, buyerRegDaysLimit: 30, remarks: 'Own account only.' },
      advertiser: person,
    }
  })
  return { status, body: { ...envelope, data: items ?? null } }
}
