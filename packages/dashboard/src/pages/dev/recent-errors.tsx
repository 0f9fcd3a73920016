import type { RecentError } from '@p2p-rates/contract'
import { Age } from '../../parts/age.js'
import { useServices } from '../../services-context.js'

export function RecentErrors({ errors }: { readonly errors: readonly RecentError[] }) {
  const { numbers, translator, t, findText } = useServices()
  if (errors.length === 0) return <p class="quiet">{t('wrong.none')}</p>
  return (
    <ul class="stack-wide wrongs">
      {errors.map(({ code, endpoint, param, suggestion, count, last_at }) => (
        <li key={`${code} ${endpoint} ${param} ${suggestion}`}>
          <p>
            <b>
              <code>{code}</code>
            </b>{' '}
            {numbers.grouped(count)}
            <span class="quiet small">
              <Age atMs={Date.parse(last_at)} /> · <code>{endpoint}</code>
            </span>
          </p>
          <p class="quiet small">
            {param !== null && translator.tRich('wrong.param', { param: <code>{param}</code> })}{' '}
            {suggestion !== null
              ? translator.tRich('cure.suggestion', { suggestion: <code>{suggestion}</code> })
              : code === 'invalid_parameter' && param === null
                ? t('cure.unknown_parameter')
                : (findText(`cure.${code}`) ?? t('cure.other'))}
          </p>
        </li>
      ))}
    </ul>
  )
}
