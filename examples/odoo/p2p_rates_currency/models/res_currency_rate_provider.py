import json
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from odoo import fields, models
from odoo.exceptions import UserError

# Codes of currencies have three letters in Odoo, so USDT stands under the dollar.
USDT = "USD"


class ResCurrencyRateProvider(models.Model):
    _inherit = "res.currency.rate.provider"

    service = fields.Selection(
        selection_add=[("P2P", "USDT, peer-to-peer (p2p-rates)")],
        ondelete={"P2P": "set default"},
    )

    def _get_supported_currencies(self):
        self.ensure_one()
        if self.service != "P2P":
            return super()._get_supported_currencies()
        fiats = [fiat["code"] for fiat in self._p2p_ask("markets")["fiats"]]
        return [USDT] + [code for code in fiats if code != USDT]

    def _obtain_rates(self, base_currency, currencies, date_from, date_to):
        """Of each day, how many units of a currency one unit of the base is worth."""
        self.ensure_one()
        if self.service != "P2P":
            return super()._obtain_rates(base_currency, currencies, date_from, date_to)
        codes = set(currencies) | {base_currency}
        worth = {code: self._p2p_days(code, date_from, date_to) for code in codes if code != USDT}
        days = sorted({day for known in worth.values() for day in known})
        content = {}
        for day in days:
            of_day = {code: known[day] for code, known in worth.items() if day in known}
            of_day[USDT] = 1.0
            if base_currency not in of_day:
                continue
            rates = {
                code: of_day[code] / of_day[base_currency]
                for code in currencies
                if code in of_day and code != base_currency
            }
            if rates:
                content[day] = rates
        return content

    def _p2p_days(self, fiat, date_from, date_to):
        """Fixings of past days never change; today has its index until there is one. What is doubtful has no rate."""
        today = fields.Date.today()
        asked = {"fiat": fiat, "from": date_from.isoformat(), "to": min(date_to, today).isoformat()}
        days = {}
        if date_to >= today:
            index = self._p2p_ask("index", {"fiat": fiat})
            if index["confidence"]["level"] != "low":
                days[today.isoformat()] = index["value"]
        # A correction comes behind what it corrects.
        for fixing in self._p2p_ask("index/fixings", asked)["fixings"]:
            # A correction has no confidence, a withheld day no value.
            if fixing["value"] is None or (fixing["confidence"] or {}).get("level") == "low":
                days.pop(fixing["day"], None)
            else:
                days[fixing["day"]] = fixing["value"]
        return days

    def _p2p_ask(self, path, query=None):
        settings = self.env["ir.config_parameter"].sudo()
        base_url = settings.get_param("p2p_rates.base_url", "http://127.0.0.1:8080")
        request = Request(
            "%s/api/v1/%s?%s" % (base_url, path, urlencode(query or {})),
            headers={"X-API-Key": settings.get_param("p2p_rates.api_key", "")},
        )
        try:
            with urlopen(request, timeout=20) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise UserError("p2p-rates: %s" % json.load(error)["detail"]["message"]) from error
        except OSError as error:
            raise UserError("p2p-rates cannot be reached: %s" % error) from error
