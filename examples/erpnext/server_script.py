# ERPNext: a Server Script of the type "Scheduler Event", frequency "Hourly".
# It writes what you pay and get for USDT into Currency Exchange, one entry a day for buying and one for selling.

BASE_URL = "http://127.0.0.1:8080"
API_KEY = "p2p_..."
FIATS = ["UAH"]

today = frappe.utils.nowdate()

for fiat in FIATS:
    rates = frappe.make_get_request(
        BASE_URL + "/api/v1/rates?include=confidence&fiat=" + fiat, headers={"X-API-Key": API_KEY}
    )
    sides = [
        {"for_buying": 1, "for_selling": 0, "price": rates["best_buy"]["price"], "sure": rates["confidence"]["buy"]},
        {"for_buying": 0, "for_selling": 1, "price": rates["best_sell"]["price"], "sure": rates["confidence"]["sell"]},
    ]
    for side in sides:
        # A doubtful price is no price: the last one stands.
        if side["sure"]["level"] == "low":
            frappe.log_error("The price of USDT in " + fiat + " is doubtful and was not taken.", "p2p-rates")
            continue
        entry = {
            "date": today,
            "from_currency": "USDT",
            "to_currency": fiat,
            "for_buying": side["for_buying"],
            "for_selling": side["for_selling"],
        }
        known = frappe.db.exists("Currency Exchange", entry)
        if known:
            frappe.db.set_value("Currency Exchange", known, "exchange_rate", side["price"])
        else:
            frappe.get_doc(dict(entry, doctype="Currency Exchange", exchange_rate=side["price"])).insert()
