"""Just so much of Odoo that the module runs: `fake_odoo.py BASE CURRENCY,CURRENCY FROM TO` prints the rates as JSON."""

import json
import os
import sys
import types
from datetime import date


class UserError(Exception):
    pass


class Settings:
    def sudo(self):
        return self

    def get_param(self, name, default):
        return os.environ.get({"p2p_rates.base_url": "P2P_BASE_URL", "p2p_rates.api_key": "P2P_API_KEY"}[name], default)


class Model:
    service = "P2P"
    env = {"ir.config_parameter": Settings()}

    def ensure_one(self):
        return self


odoo = types.ModuleType("odoo")
odoo.models = types.SimpleNamespace(Model=Model)
odoo.fields = types.SimpleNamespace(
    Selection=lambda **_: "P2P",
    Date=types.SimpleNamespace(today=lambda: date.fromisoformat(os.environ["TODAY"])),
)
exceptions = types.ModuleType("odoo.exceptions")
exceptions.UserError = UserError
sys.modules["odoo"] = odoo
sys.modules["odoo.exceptions"] = exceptions

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from p2p_rates_currency.models.res_currency_rate_provider import ResCurrencyRateProvider  # noqa: E402

provider = ResCurrencyRateProvider()
base, currencies, first, last = sys.argv[1:]
try:
    rates = provider._obtain_rates(base, currencies.split(","), date.fromisoformat(first), date.fromisoformat(last))
    print(json.dumps({"rates": rates, "supported": provider._get_supported_currencies()}))
except UserError as error:
    sys.exit(str(error))
