import type { Translation } from '../dictionary.js'
import type { chart as english } from '../en/chart.js'

export const chart: Translation<typeof english> = {
  'chart.best_prices': 'Найкращі ціни',
  'chart.prices_on': 'Ціни на {exchange}',
  'chart.series': 'Ціни',
  'chart.series.best': 'Найкраща з усіх',
  'chart.zone': 'Годинник',
  'chart.buy': 'купівля',
  'chart.sell': 'продаж',
  'chart.best_buy': 'найкраща купівля',
  'chart.best_sell': 'найкращий продаж',
  'chart.no_data': 'немає даних {span}',
  'chart.empty': 'За цей період немає цін.',
  'chart.empty.widest': 'Показати 30 днів',
  'chart.failed': 'Графік не вдалося завантажити.',
  'chart.how': 'Стрілки ведуть уздовж лінії, Home та End — до її країв.',
  'chart.sentence': '{title}, {range}: купівля від {low} до {high} {fiat}.',
  'heat.title': 'Коли купувати дешевше?',
  'heat.dearer': 'дорожче або так само',
  'heat.cheaper': 'дешевше на {pct}',
  'heat.none': 'замало днів',
  'heat.ring': 'обведено: стабільно дешевше за перевіркою сервера',
  'heat.how.kyiv': 'Клітинка: ціна цієї години проти середньої за той самий день, медіана за 30 днів, за Києвом.',
  'heat.how.local':
    'Клітинка: ціна цієї години проти середньої за той самий київський день, медіана за 30 днів, за вашим часом.',
  'heat.sentence': 'Найдешевше: {hours} ({pct} проти свого дня).',
  'heat.sentence.flat': 'Жодна година зазвичай не дешевша за свій день.',
  'heat.hour': 'Година',
  'heat.empty': 'Для цього потрібні ціни щонайменше за три дні.',
}
