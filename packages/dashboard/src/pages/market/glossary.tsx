import { useServices } from '../../services-context.js'

export function Glossary() {
  const { t, translateCode, lang } = useServices()
  return (
    <section class="words">
      <h2>{t('market.words')}</h2>
      <dl>
        <dt>{t('side.buy_at')}</dt>
        <dd>{t('market.words.buy')}</dd>
        <dt>{t('market.words.trusted')}</dt>
        <dd>{t('market.words.trusted.is')}</dd>
        <dt>{translateCode('verdict', 'high')}</dt>
        <dd>{t('market.words.dear.is')}</dd>
      </dl>
      <a href={`/docs/${lang === 'uk' ? 'uk/' : ''}how-ads-are-judged`}>{t('market.words.more')}</a>
    </section>
  )
}
