"""Prints the best price to buy and to sell USDT. P2P_BASE_URL and P2P_API_KEY name the server. usage: best_price.py UAH"""
import sys

from p2p_rates import Client, P2PError

fiat = sys.argv[1] if len(sys.argv) > 1 else 'UAH'
try:
    rates = Client().rates(fiat=fiat)
except P2PError as error:
    sys.exit(str(error))
print('you buy at %(price)s on %(exchange)s' % rates['best_buy'])
print('you sell at %(price)s on %(exchange)s' % rates['best_sell'])
print('as of %s' % rates['updated_at'])
