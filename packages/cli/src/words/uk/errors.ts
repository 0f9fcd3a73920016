import type { Translations } from '../say.js'

/** Errors, their hints, and settings. */
export const errors = {
  'Did you mean {near}?': 'Можливо, ви мали на увазі {near}?',
  'Two sides given ({one}, {other}); expected one.': 'Вказано два боки ({one}, {other}), а потрібен один.',
  'Two amounts given ({one}, {other}); expected one.': 'Вказано дві суми ({one}, {other}), а потрібна одна.',
  'Two units given ({one}, {other}); expected one.': 'Вказано дві одиниці ({one}, {other}), а потрібна одна.',
  'Two currencies given ({one}, {other}); expected one.': 'Вказано дві валюти ({one}, {other}), а потрібна одна.',
  'Two exchanges given ({one}, {other}); expected one.': 'Вказано дві біржі ({one}, {other}), а потрібна одна.',
  'Two payment methods given ({one}, {other}); expected one.':
    'Вказано два способи оплати ({one}, {other}), а потрібен один.',
  'Two spans given ({one}, {other}); expected one.': 'Вказано два періоди ({one}, {other}), а потрібен один.',
  'Two spans in hours given ({one}, {other}); expected one.':
    'Вказано два періоди в годинах ({one}, {other}), а потрібен один.',
  'p2p --help lists commands.': 'Список команд: p2p --help.',
  '{command} --help explains it.': 'Пояснення: {command} --help.',
  'p2p markets lists the currencies.': 'Список валют: p2p markets.',
  'The server needs an API key.': 'Сервер вимагає ключ API.',
  'Save one with p2p login, or give --key or P2P_API_KEY.':
    'Збережіть ключ командою p2p login або вкажіть його в --key чи P2P_API_KEY.',
  'Log in with a valid key: p2p login': 'Увійдіть із чинним ключем: p2p login',
  'p2p usage --plan shows the plan of your key, p2p markets its features.':
    'План вашого ключа показує p2p usage --plan, а що до нього входить — p2p markets.',
  'Check the id and the address of the server.': 'Перевірте ідентифікатор та адресу сервера.',
  'Give --server URL, save one with p2p login, or try p2p demo.':
    'Вкажіть --server URL, збережіть адресу командою p2p login або спробуйте p2p demo.',
  'p2p doctor checks the network, the address and the server.': 'p2p doctor перевірить мережу, адресу й сервер.',
  'Run it again with --debug for a stack trace.': 'Запустіть ще раз із --debug, щоб побачити трасування.',
  'p2p quote --amount-usdt N shows the price of a larger amount.':
    'p2p quote --amount-usdt N покаже ціну для більшої суми.',
  'p2p doctor shows what each exchange answers and what to do.':
    'p2p doctor покаже, що відповідає кожна біржа і що робити.',
  'Try again in {seconds} s. p2p usage --plan shows your usage.':
    'Спробуйте за {seconds} с. Скільки використано, показує p2p usage --plan.',
  'p2p usage --plan shows your usage.': 'Скільки використано, показує p2p usage --plan.',
  exchange: 'біржа',
  side: 'бік',
  amount: 'сума',
  currency: 'валюта',
  'payment method': 'спосіб оплати',
  span: 'період',
  '{names} or {last}': '{names} або {last}',
  '"{word}" is not an {kinds}.': '«{word}» не підходить; очікується {kinds}.',
  '"{word}" is not a {kinds}.': '«{word}» не підходить; очікується {kinds}.',
  'Expected words such as: {words}': 'Приклад слів: {words}',
  'Expected a number above 0, such as 50000 or 0.5.': 'Потрібне число, більше за 0, наприклад 50000 або 0.5.',
  'It can mean {one} or {other}. Type one of these.': 'Це може бути {one} або {other}. Введіть одне з них.',
  '"{text}" is not a valid amount.': '«{text}» — неправильна сума.',
  'There is no such day.': 'Такого дня немає.',
  'Expected a time of day such as 08:00, or off.': 'Потрібен час доби, наприклад 08:00, або off.',
  'Expected two times of day such as 23:00-08:00, or off.':
    'Потрібні два різні часи доби, наприклад 23:00-08:00, або off.',
  'Expected a span such as 72h, 30d or 2w.': 'Потрібен період, наприклад 72h, 30d або 2w.',
  '--since must be before --until and now.': '--since має бути раніше за --until і теперішній час.',
  '{option} {text} is neither a day nor a time with its zone.': '{option} {text} — не день і не час із часовим поясом.',
  '2026-11-01, or 2026-11-01T08:00:00Z': '2026-11-01 або 2026-11-01T08:00:00Z',
  'This command takes one exchange.': 'Ця команда приймає одну біржу.',
  'Expected a number from 0 to 65535.': 'Потрібне число від 0 до 65535.',
  'Expected a whole number from 1 up.': 'Потрібне ціле число, не менше за 1.',
  'Expected a time such as 2026-03-14T14:05, or Unix seconds.':
    'Потрібен час, наприклад 2026-03-14T14:05, або секунди Unix.',
  'Expected a number from 0 up, such as 1 or 0.8.': 'Потрібне число, не менше за 0, наприклад 1 або 0.8.',
  'Expected a percentage above 0 and up to 100, such as 95.':
    'Потрібен відсоток, більший за 0 і не більший за 100, наприклад 95.',
  'Expected an address that begins with https://.': 'Очікується адреса, що починається з https://.',
  'Expected a whole number of hours, from 0 up.': 'Потрібне ціле число годин, не менше за 0.',
  'Expected a whole number of seconds, from 0 up.': 'Потрібне ціле число секунд, не менше за 0.',
  'Expected a number such as 0.5 or 41.2.': 'Потрібне число, наприклад 0.5 або 41.2.',
  'Expected the form binance=https://host.': 'Потрібен вигляд binance=https://host.',
  'Expected seconds, from 0.1 to 3600.': 'Потрібні секунди, від 0.1 до 3600.',
  'It is a code of three letters, such as UAH.': 'Це код із трьох літер, наприклад UAH.',
  'Expected buy or sell.': 'Потрібно buy або sell.',
  'Expected one of {words}.': 'Можливі значення: {words}.',
  'It belongs after its command: {command} {flag}': 'Цей параметр стоїть після команди: {command} {flag}',
  'Did you mean {flag}? It belongs after its command: {command} {flag}':
    'Можливо, ви мали на увазі {flag}? Цей параметр стоїть після команди: {command} {flag}',
  '{former} is now {name}.': 'Замість {former} тепер {name}.',
  'Missing subcommand.': 'Бракує підкоманди.',
  '{command} --help lists the subcommands.': 'Список підкоманд: {command} --help.',
  'The answer of {server} has an unknown form.': 'Відповідь {server} має невідомий вигляд.',
  'p2p doctor checks the server and its version; --json prints its answer.':
    'p2p doctor перевірить сервер і його версію; --json покаже відповідь.',
  'Reading the exchanges directly, at the addresses of P2P_EXCHANGE_URLS or the profile.':
    'Читаємо біржі напряму, за адресами з P2P_EXCHANGE_URLS або профілю.',
  'Reading the exchanges directly, at the addresses of --exchange-url where given.':
    'Читаємо біржі напряму, за адресами з --exchange-url, де їх указано.',
  'reading the exchanges': 'читаємо біржі',
  'waiting for {server}': 'чекаємо на {server}',
  'REPLAY of an archive: prices of {replayedAt}.': 'ПОВТОР архіву: ціни за {replayedAt}.',
  'The output cannot be written ({code}).': 'Не вдалося записати результат ({code}).',
  '{server} gave no complete answer within {seconds} s.': '{server} не дав повної відповіді за {seconds} с.',
  'p2p doctor checks the address and the server; --timeout SECONDS waits longer.':
    'p2p doctor перевірить адресу й сервер; --timeout SECONDS чекатиме довше.',
  'This worked. To save it: p2p config update {field} {value}':
    'Це спрацювало. Щоб зберегти: p2p config update {field} {value}',
  'Expected an address such as {example}.': 'Потрібна адреса на зразок {example}.',
  '{exchange} was not reached, so nothing was recorded: {cause}':
    'До {exchange} не дійшов жоден запит, тому нічого не записано: {cause}',
  'This worked: {shown}. Save it?': 'Це спрацювало: {shown}. Зберегти?',
  'See docs/adding-an-exchange.md for what such a file exports.':
    'Що має експортувати такий файл, описано в docs/adding-an-exchange.md.',
  'The JSON answer of this command has no list for --columns, --sort and --limit.':
    'У відповіді JSON цієї команди немає списку для --columns, --sort і --limit.',
  'Add --ndjson in place of --json to get its rows.': 'Щоб отримати рядки, вкажіть --ndjson замість --json.',
  'Unknown column {name}.': 'Невідомий стовпець {name}.',
  'Available columns: {names}.': 'Можливі стовпці: {names}.',
  '"{path}" is not a valid path to a field.': '«{path}» — неправильний шлях до поля.',
  'best_buy.price, or exchanges[].buy': 'best_buy.price або exchanges[].buy',
  'The answer is a list: it has no field {path}.': 'Відповідь — список, у ній немає поля {path}.',
  'The answer has no field {path}.': 'У відповіді немає поля {path}.',
  'Available fields: {names}.': 'Можливі поля: {names}.',
  'This command needs {what} of the same version.': 'Для цієї команди потрібен пакет {what} тієї самої версії.',
  'This command needs {what} and {other} of the same version.':
    'Для цієї команди потрібні пакети {what} і {other} тієї самої версії.',
  'Install it the way you installed this tool.': 'Встановіть так само, як цю програму.',
  'Unknown command {name}.': 'Невідома команда {name}.',
  'p2p help all lists all commands.': 'Список усіх команд: p2p help all.',
  'XDG_CONFIG_HOME may name another folder for them.': 'Іншу теку для них можна вказати в XDG_CONFIG_HOME.',
  'The profiles in {path} cannot be read ({code}).': 'Не вдалося прочитати профілі з {path} ({code}).',
  'The profiles cannot be written to {path} ({code}).': 'Не вдалося записати профілі до {path} ({code}).',
  'The profiles in {path} are not valid.': 'Профілі в {path} пошкоджено.',
  'Repair or delete the file.': 'Виправте або видаліть файл.',
  'The proxy of the profile': 'Проксі профілю',
  '{name} is not a proxy address.': '{name} — не адреса проксі.',
  'Expected the form http://host:port or binance=socks5://host:port.':
    'Потрібен вигляд http://host:port або binance=socks5://host:port.',
  '--server cannot be combined with --direct or --exchange-url.':
    '--server не поєднується з --direct чи --exchange-url.',
  'Leave one of them out.': 'Приберіть щось одне.',
  'Unknown profile {name}.': 'Невідомий профіль {name}.',
  'p2p config list lists the profiles; p2p login --profile NAME creates one.':
    'Список профілів: p2p config list; новий створить p2p login --profile NAME.',
  'p2p config list lists the profiles.': 'Список профілів: p2p config list.',
  'exchange-url must have the form binance=https://host.': 'exchange-url має виглядати як binance=https://host.',
  '{name} must be a whole number from 0 up.': '{name} має бути цілим числом від 0.',
  'me.completion-pct must be a percentage from 0 to 100.': 'me.completion-pct має бути відсотком від 0 до 100.',
  'me.verified must be true or false.': 'me.verified має бути true або false.',
  'timeout must be a number of seconds from 0.1 to 3600.': 'timeout має бути числом секунд від 0.1 до 3600.',
  'Unknown exchange {id}.': 'Невідома біржа {id}.',
  'Available exchanges: {names}.': 'Можливі біржі: {names}.',
  '{name} is not set.': '{name} не задано.',
  '"{value}" is not a currency code.': '«{value}» — не код валюти.',
  '"{value}" is not a server address.': '«{value}» — не адреса сервера.',
  '{field} has an empty name.': '{field} має порожню назву.',
  '"{name}" is not an exchange.': '«{name}» — не біржа.',
  'Unknown setting {name}.': 'Невідоме налаштування {name}.',
  'Available settings: {names}.': 'Можливі налаштування: {names}.',
} satisfies Translations
