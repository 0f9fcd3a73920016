{
    "name": "Currency rates of USDT, peer-to-peer",
    "version": "17.0.1.0.0",
    "summary": "What USDT is really worth in your currency, as a source of OCA's currency_rate_update.",
    "author": "p2p-rates contributors",
    "license": "AGPL-3",
    "category": "Accounting",
    "depends": ["currency_rate_update"],
}
