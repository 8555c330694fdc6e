import json
import sys

from client import Client
from client.api.auction_records import get_auction, list_auctions
from client.api.search_suggestions import list_suggestions
from client.api.statistics import get_stats
from client.models import AuctionList, AuctionResponse, ErrorResponse, StatsResponse, SuggestionList
from client.types import UNSET

api = Client(base_url=sys.argv[1])

listed = list_auctions.sync(client=api, gem_name=["ruby", "sapphire"], limit=5)
assert isinstance(listed, AuctionList)

walked = []
cursor = UNSET
while True:
    page = list_auctions.sync(client=api, limit=7, cursor=cursor)
    assert isinstance(page, AuctionList)
    walked += [auction.id for auction in page.data]
    cursor = page.meta.next_cursor
    if cursor is UNSET:
        break

detail = get_auction.sync(client=api, id=listed.data[0].id)
assert isinstance(detail, AuctionResponse)
stats = get_stats.sync(client=api, gem_name=["ruby"])
assert isinstance(stats, StatsResponse)
suggestions = list_suggestions.sync(client=api, q="burm")
assert isinstance(suggestions, SuggestionList)

refused = list_auctions.sync_detailed(client=api, price_min=5, price_max=4)
missing = get_auction.sync_detailed(client=api, id=2**53 - 1)
assert isinstance(refused.parsed, ErrorResponse)
assert isinstance(missing.parsed, ErrorResponse)

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
    "origin": suggestions.data[0].filter_.origin,
    "refused": [
        refused.status_code,
        refused.parsed.error.code,
        refused.parsed.error.details[0].parameter,
    ],
    "missing": [missing.status_code, missing.parsed.error.code],
}))
