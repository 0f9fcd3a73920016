import type { Translations } from '../say.js'

/** The profile, the demo, archives, collectors, assistants and the check of connections. */
export const tool = {
  'No profiles. Create one: p2p login': 'Профілів немає. Створіть: p2p login',
  profile: 'профіль',
  'in use': 'чинний',
  server: 'сервер',
  key: 'ключ',
  method: 'спосіб оплати',
  proxy: 'проксі',
  'exchange url': 'адреса біржі',
  'Missing or unknown shell.': 'Бракує назви оболонки, або вона невідома.',
  'Install Node.js 20.19 or newer.': 'Встановіть Node.js 20.19 або новішу версію.',
  'none set; exchanges are read directly': 'не задано; біржі читаються напряму',
  '{server}, plan {plan}, {used} of {quota} requests used':
    '{server}, план {plan}, використано {used} із {quota} запитів',
  'The quota is nearly used up: send fewer requests, or ask for a higher plan.':
    'Квоту майже вичерпано: надсилайте менше запитів або попросіть вищий план.',
  'Check the address and that the server runs. --direct works without a server.':
    'Перевірте адресу і чи працює сервер. З --direct сервер не потрібен.',
  'public API': 'відкритий API',
  'official API, with your key': 'офіційний API, з вашим ключем',
  'does not trade {fiat}': 'не торгує {fiat}',
  'has no ads for {fiat}': 'немає оголошень за {fiat}',
  '{ads} ads for {fiat}, {trusted} trusted': 'оголошень за {fiat}: {ads}, перевірених за довірою: {trusted}',
  '{ads} ads for {fiat}, {trusted} trusted; some ads are missing: {why}':
    'оголошень за {fiat}: {ads}, перевірених за довірою: {trusted}; частини оголошень немає: {why}',
  'Replace this key with one that can only read.': 'Замініть цей ключ таким, що лише читає.',
  'The key or this address is rejected: check the permissions, allowed addresses and expiry of the key, and the clock of this machine.':
    'Ключ або цю адресу відхилено: перевірте права, дозволені адреси й строк дії ключа та годинник цієї машини.',
  'The exchange blocks this address or country: use a proxy elsewhere (--proxy id=http://host:port), use a server elsewhere, or run p2p agent on a machine that it does not block.':
    'Біржа блокує цю адресу чи країну: скористайтеся проксі (--proxy id=http://host:port) або сервером в іншому місці чи запустіть p2p agent на машині, якої вона не блокує.',
  'Too many requests from here: wait some minutes.': 'Забагато запитів звідси: зачекайте кілька хвилин.',
  'The host name could not be found. Check your connection and DNS; a filter may be blocking it.':
    'Адресу за іменем не знайдено. Перевірте з’єднання і DNS; можливо, її блокує фільтр.',
  'The connection is intercepted, or the clock of this machine is wrong: check both.':
    'З’єднання перехоплено, або годинник цієї машини неправильний: перевірте обидва.',
  'Check the network and the firewall, wait longer (--timeout 20), or use a proxy elsewhere (--proxy id=http://host:port).':
    'Перевірте мережу й мережевий екран, чекайте довше (--timeout 20) або скористайтеся проксі в іншому місці (--proxy id=http://host:port).',
  'Check the network and the firewall, or use a proxy elsewhere (--proxy id=http://host:port).':
    'Перевірте мережу й мережевий екран або скористайтеся проксі в іншому місці (--proxy id=http://host:port).',
  'The exchange changed its answers: install a newer version of this tool, or report it with p2p record.':
    'Біржа змінила формат відповідей: встановіть новішу версію цієї програми або повідомте про це з p2p record.',
  '{exchange} does not trade {fiat}.': '{exchange} не торгує {fiat}.',
  '{market}: {n} ads': {
    one: '{market}: {n} оголошення',
    few: '{market}: {n} оголошення',
    many: '{market}: {n} оголошень',
    other: '{market}: {n} оголошення',
  },
  'The answer is no readable JSON or too long: only its beginning is recorded.':
    'Відповідь задовга або не є придатним JSON: записано лише її початок.',
  'The recording gives the same ads, prices, limits, methods, counts and errors.':
    'Запис дає ті самі оголошення, ціни, межі, способи оплати, кількості й помилки.',
  'The recording reads differently from the answer: say so in your report.':
    'Запис читається інакше, ніж відповідь: зазначте це у звіті.',
  '{path} is ready for the issue form "An exchange is no longer read". Look through it before you send it.':
    '{path} готовий для форми «An exchange is no longer read». Перегляньте його, перш ніж надіслати.',
  'Give --archive or --recording.': 'Вкажіть --archive або --recording.',
  '{path} cannot be read ({code}).': 'Не вдалося прочитати {path} ({code}).',
  '{path} is no recording that this version can read.': '{path} не є записом, який читає ця версія.',
  'For an exchange of your own: --exchange-module FILE.': 'Для власної біржі: --exchange-module FILE.',
  'Recording of {exchange}, {fiat}, {time}': 'Запис: {exchange}, {fiat}, {time}',
  'The exchange has a problem: try again later.': 'Збій на біржі: спробуйте пізніше.',
  ok: 'гаразд',
  warning: 'увага',
  failed: 'збій',
  'SIMULATED: these exchanges and prices are made up.': 'ІМІТАЦІЯ: ці біржі й ціни вигадано.',
  address: 'адреса',
  history: 'історія',
  pages: 'сторінки',
  '{points} price points, {days} days': 'цін: {points}, днів: {days}',
  '{email}  {password}  or, once, by this link:': '{email}  {password}  або, один раз, за посиланням:',
  'Try, in another terminal, in any folder:': 'Спробуйте в іншому терміналі, у будь-якій теці:',
  'Ctrl+C quits.': 'Ctrl+C — вихід.',
  'Port {port} is in use.': 'Порт {port} зайнято.',
  'Give another --port, or none.': 'Вкажіть інший --port або жодного.',
  'Correct or remove the variable.': 'Виправте або приберіть змінну.',
  'The demo account could not be created: {fault}': 'Не вдалося створити обліковий запис демо: {fault}',
  'A server with P2P_ARCHIVE=on writes one to the folder archive of its data.':
    'Архів пише сервер із P2P_ARCHIVE=on, у теку archive своїх даних.',
  'The archive has no data of that time.': 'В архіві немає даних за цей час.',
  'It covers {from} to {to}.': 'Він охоплює час від {from} до {to}.',
  'REPLAY of an archive: prices of the past.': 'ПОВТОР архіву: ціни з минулого.',
  from: 'від',
  to: 'до',
  speed: 'темп',
  'The replay has ended; its time stays at {time}. Ctrl+C quits.':
    'Повтор закінчився; його час лишається {time}. Ctrl+C — вихід.',
  '{file}: {what}; skipped.': '{file}: {what}; пропущено.',
  'Expected a number above 0, at most {most}.': 'Потрібне число, більше за 0 і не більше за {most}.',
  'All results are as recorded.': 'Усі висновки такі, як записано.',
  '{markets} archived markets, {ads} ads, scored again': 'Оцінено наново: ринків з архіву {markets}, оголошень {ads}',
  'Confidence changed in {moved} of {markets} markets.': 'Надійність ціни змінилася на {moved} з {markets} ринків.',
  'Expected a number from {least} to {most}.': 'Потрібне число від {least} до {most}.',
  'Expected the form 50-1000, smaller number first.': 'Потрібен вигляд 50-1000, менше число перше.',
  boards: 'списки',
  ads: 'оголошень',
  trusted: 'довіра',
  after: 'після',
  gained: 'здобули',
  lost: 'втратили',
  rescored: 'інша оцінка',
  'best moved': 'найкраща інша',
  'by %': 'на %',
  'most %': 'щонайбільше, %',
  'The server is too old for ad counts and confidence: these columns are empty.':
    'Сервер застарий, щоб дати кількість оголошень і надійність ціни: ці стовпці порожні.',
  '{path} exists.': '{path} вже є.',
  'Add --force to replace it, or give another --out.': 'Додайте --force, щоб замінити, або вкажіть інший --out.',
  '5-minute prices are available for at most {hours} hours.': 'П’ятихвилинні ціни доступні щонайбільше за {hours} год.',
  'For more: p2p history --candles 1h --last 365d --csv':
    'Для довшого часу: p2p history --candles 1h --last 365d --csv',
  done: 'готово',
  'Your plan allows {reached} of the {wanted} hours.': 'Ваш план дозволяє {reached} з {wanted} годин.',
  'No prices were recorded in this time.': 'За цей час ціни не записано.',
  '{path} cannot be written ({code}).': 'Не вдалося записати {path} ({code}).',
  'Give another --out.': 'Вкажіть інший --out.',
  '{count} prices in {path}': {
    one: '{count} ціна у {path}',
    few: '{count} ціни у {path}',
    many: '{count} цін у {path}',
    other: '{count} ціни у {path}',
  },
  'It is the key of this collector: {file}': 'Це ключ цього збирача: {file}',
  '{file} has no Ed25519 key.': 'У {file} немає ключа Ed25519.',
  'Give --key-file another path: a key is created there.': 'Вкажіть у --key-file інший шлях: ключ буде створено там.',
  'The key cannot be written to {file}.': 'Не вдалося записати ключ до {file}.',
  'Give --key-file another path.': 'Вкажіть у --key-file інший шлях.',
  'The tasks of the server have an unknown form: run the same release on both machines.':
    'Завдання сервера мають невідомий вигляд: поставте на обидві машини той самий випуск.',
  'The server cannot be reached ({fault}); retrying.': 'Сервер недосяжний ({fault}); пробуємо ще раз.',
  'unknown reason': 'причина невідома',
  'The server does not know this collector: its operator must add it.':
    'Сервер не знає цього збирача: його має додати оператор.',
  'The server excludes this collector, because its data contradicted other collectors twice. The operator must add it again.':
    'Сервер вилучив цей збирач, бо його дані двічі суперечили іншим збирачам. Оператор має додати його знову.',
  'This server uses no collectors (operator: P2P_REMOTE_EXCHANGES).':
    'Цей сервер не має збирачів (оператору: P2P_REMOTE_EXCHANGES).',
  'The server refuses (HTTP {status}); retrying.': 'Сервер відмовляє (HTTP {status}); пробуємо ще раз.',
  'Key of this collector, created now: {file}. The operator of the server adds it with:':
    'Ключ цього збирача, щойно створений: {file}. Оператор сервера додає його командою:',
  'Key of this collector: {file}. The operator of the server adds it with:':
    'Ключ цього збирача: {file}. Оператор сервера додає його командою:',
  'The server address begins with http://: others on the network can read the data, but not change it.':
    'Адреса сервера починається з http://: інші в мережі можуть прочитати дані, але не змінити їх.',
  'The address of the server is missing.': 'Бракує адреси сервера.',
  'Missing --forward-to with the address of your receiver.': 'Бракує --forward-to з адресою вашого сервера.',
  'Relaying from http://127.0.0.1:{port}/ to {receiver}. Sample events: p2p webhooks trigger spread':
    'Передаємо з http://127.0.0.1:{port}/ до {receiver}. Приклади подій: p2p webhooks trigger spread',
  'Secret of the signatures, always the same (--print-secret prints it alone):':
    'Секрет підписів, завжди той самий (лише його друкує --print-secret):',
  'Port {port} cannot be used ({code}).': 'Порт {port} недоступний ({code}).',
  'Give another --port.': 'Вкажіть інший --port.',
  'No receiver answers at {address}.': 'За адресою {address} ніхто не відповідає.',
  'Start p2p webhooks listen --forward-to URL in another terminal.':
    'Запустіть p2p webhooks listen --forward-to URL в іншому терміналі.',
  'The receiver answered {status} to {kind}.': 'Одержувач відповів {status} на {kind}.',
  'The receiver answered {status} to {kind}: {says}': 'Одержувач відповів {status} на {kind}: {says}',
  'Check that it uses the secret of p2p webhooks listen --print-secret.':
    'Перевірте, чи має він секрет із p2p webhooks listen --print-secret.',
  'An assistant starts this command from its configuration; Ctrl+C quits.':
    'Цю команду запускає асистент зі своїх налаштувань; Ctrl+C — вихід.',
  'Source: the exchanges directly.': 'Джерело: біржі напряму.',
  'Source: {server}.': 'Джерело: {server}.',
} satisfies Translations
