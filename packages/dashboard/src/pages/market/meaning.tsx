import { useServices } from '../../services.js'

/** What the words above promise, and what they do not. */
export function Meaning() {
  const { speech } = useServices()
  const { say, code, lang } = speech
  return (
    <section class="words">
      <h2>{say('market.words')}</h2>
      <dl>
        <dt>{say('side.buy_at')}</dt>
        <dd>{say('market.words.buy')}</dd>
        <dt>{say('market.words.trusted')}</dt>
        <dd>{say('market.words.trusted.is')}</dd>
        <dt>{code('verdict', 'high')}</dt>
        <dd>{say('market.words.dear.is')}</dd>
      </dl>
      <a href={`/docs/${lang === 'uk' ? 'uk/' : ''}how-ads-are-judged`}>{say('market.words.more')}</a>
    </section>
  )
}
