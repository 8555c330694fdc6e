import json
import sys

from gemauctions import ApiClient, Configuration
from gemauctions.api import AuctionRecordsApi, SearchSuggestionsApi, StatisticsApi
from gemauctions.exceptions import BadRequestException, NotFoundException

api = ApiClient(Configuration(host=sys.argv[1]))
records = AuctionRecordsApi(api)

listed = records.list_auctions(gem_name=["ruby", "sapphire"], limit=5)

walked = []
cursor = None
while True:
    page = records.list_auctions(limit=7, cursor=cursor)
    walked += [auction.id for auction in page.data]
    cursor = page.meta.next_cursor
    if cursor is None:
        break

detail = records.get_auction(listed.data[0].id)
stats = StatisticsApi(api).get_stats(gem_name=["ruby"])
suggestions = SearchSuggestionsApi(api).list_suggestions("burm")

try:
    records.list_auctions(price_min=5, price_max=4)
    raise AssertionError("no error")
except BadRequestException as error:
    refused = error

try:
    records.get_auction(2**53 - 1)
    raise AssertionError("no error")
except NotFoundException as error:
    missing = error

print(json.dumps({
    "list": [auction.id for auction in listed.data],
    "total": listed.pagination.total_records,
    "walked": walked,
    "title": detail.data.title,
    "price": detail.data.price_final_usd,
    "lots": stats.data.lots,
    "value": stats.data.total_value_usd,
    "median": stats.data.price_usd.median,
    "suggestion": suggestions.data[0].text,
    "origin": suggestions.data[0].filter.origin,
    "refused": [refused.status, refused.data.error.code, refused.data.error.details[0].parameter],
    "missing": [missing.status, missing.data.error.code],
}))
