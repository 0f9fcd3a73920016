import type { Translation } from '../dictionary.js'
import type { reference as english } from '../en/reference.js'

export const reference: Translation<typeof english> = {
  'reference.title': 'Довідковий індекс',
  'reference.about':
    'Одне число за всіма біржами, на яке не впливає жодне окреме оголошення чи біржа. За ним не торгують; за ним видно, дорого чи дешево.',
  'reference.buy': 'Звична ціна купівлі',
  'reference.sell': 'Звична ціна продажу',
  'reference.change': 'Зміна за 24 год',
  'reference.official': 'Офіційний курс',
  'reference.official.of': '{source}, на {day}',
  'reference.official.none': 'Невідомий.',
  'reference.premium': 'Премія до офіційного курсу',
  'reference.usdt_usd': 'USDT у доларах США',
  'reference.usdt_usd.of': '1 USDT = {rate} USD ({source}, {ago})',
  'reference.usdt_usd.note': 'Ціни за ним не виправляють, тож премія містить і його.',
  'reference.days': 'День за днем',
  'reference.days.show': 'Показати останні 30 днів',
  'reference.days.none': 'Щоденних фіксингів ще немає.',
  'reference.day': 'День',
  'reference.fixing': 'Фіксинг, 12:00 UTC',
  'reference.digest': 'Відбиток',
  'reference.digest.copy': 'Скопіювати відбиток за {day}',
  'reference.digest.before': 'Попередній відбиток: {digest}',
  'reference.chain': 'Кожен фіксинг містить відбиток попереднього, тож зміну буде видно. Перевірити всі:',
  'reference.chain.more': 'Як його обчислюють',
  'reference.unknown': 'невідома',
  'market.words': 'Що означають ці слова',
  'market.words.buy':
    'найнижча ціна, за яку звичайна людина (від 50 до 1 000 USDT, без особливих вимог) може купити USDT за оголошенням, якому ми довіряємо.',
  'market.words.trusted': 'Довіряємо',
  'market.words.trusted.is': 'ціна й історія разом правдоподібні. Це ніколи не обіцянка, що людина безпечна.',
  'market.words.dear.is': 'виміряно звичним рухом саме цього ринку, а не офіційним курсом.',
  'market.words.more': 'Як ми оцінюємо оголошення',
}
