"""
A check instead of schemathesis's own "positive_data_acceptance": a request that is valid by the schemas may be refused
only for a rule that the document states in words, since a schema of one parameter cannot.
"""

import re
from urllib.parse import parse_qs, urlsplit

import schemathesis

BOUNDS = [
    ("weight_min", "weight_max"),
    ("price_min", "price_max"),
    ("price_per_carat_min", "price_per_carat_max"),
    ("date_from", "date_to"),
    ("date_from", "as_of"),
]

LISTS = ["gem_name", "origin", "auction_house", "treatment", "lab", "sale", "location", "lot_number", "report_number"]
GROUPINGS = ["gem_type", "origin", "auction_house", "carat_band", "treatment", "year"]
NUMBERS = ["weight_min", "weight_max", "price_per_carat_min", "price_per_carat_max", "carat"]
# A space or a control character, as the pattern of texts in the document has them.
BLANK = "\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
IS_BLANK = re.compile(f"[{BLANK}]*")
MONTH = re.compile(r"\d{4}-\d{2}")
NEWEST_MONTH = "2026-05"
EXPONENT = re.compile(r"\de[+-]?\d", re.IGNORECASE)


@schemathesis.check
def valid_requests_are_accepted(context, response, case):
    is_valid = case.meta is not None and case.meta.generation.mode.is_positive
    if is_valid and response.status_code == 400:
        query = urlsplit(response.request.url).query
        assert breaks_stated_rule(query), f"refused: {response.text}"


def breaks_stated_rule(text):
    query = parse_qs(text)
    # A comma within a value of a list separates values, which may be empty or too many, and quotes come in pairs.
    if any(is_broken_list(value) for name in LISTS for value in query.get(name, [])):
        return True
    # Numbers are written in digits.
    if any(EXPONENT.search(value) for name in NUMBERS for value in query.get(name, [])):
        return True
    # A cursor comes from a response.
    if "cursor" in query:
        return True
    # Only a CSV file is changed for spreadsheets.
    if query.get("spreadsheet") == ["true"] and query.get("format") not in (None, ["csv"]):
        return True
    # A sample is not a page and has no order of words, and a seed is that of a sample.
    if "sample" in query and any(name in query for name in ("page", "limit", "sort", "prefer")):
        return True
    # Preferred words are an order.
    if "prefer" in query and query.get("sort", ["relevance"]) != ["relevance"]:
        return True
    if "seed" in query and "sample" not in query:
        return True
    # A list is sorted by each field once.
    keys = [key.lstrip("-") for value in query.get("sort", []) for key in value.split(",")]
    if len(keys) > len(set(keys)):
        return True
    # Market groups have no field by which they are not grouped.
    grouped = ",".join(query.get("group_by", ["gem_type"])).split(",")
    if any(name in GROUPINGS and name not in grouped for name in ",".join(query.get("fields", [])).split(",")):
        return True
    # Real dollars are those of a published month; the base belongs to them.
    if is_other_month(query):
        return True
    # The base and both ends of a change are periods of the interval.
    if is_other_period(query) or ("from" in query) != ("to" in query):
        return True
    # Real dollars of a valuation are those of its day, from 1913 on.
    if query.get("dollars") == ["real"] and query.get("as_of", ["9999"])[0] < "1913":
        return True
    return any(is_reversed(query, low, high) for low, high in BOUNDS)


def is_broken_list(value):
    elements = value.split(",")
    return len(elements) > 50 or any(is_blank(element) or begins_with_quote(element) for element in elements)


def is_blank(text):
    return IS_BLANK.fullmatch(text) is not None


def begins_with_quote(element):
    return re.match(f'[{BLANK}]*"', element) is not None


def is_other_month(query):
    months = [base for base in query.get("base", []) if MONTH.fullmatch(base)]
    published = all("1913-01" <= month <= NEWEST_MONTH for month in months)
    return months != [] and not (published and query.get("dollars") == ["real"])


def is_other_period(query):
    is_quarter = query.get("interval", ["year"])[0] == "quarter"
    periods = [period for name in ("base", "from", "to") for period in query.get(name, [])]
    return any(("Q" in period) != is_quarter for period in periods if not MONTH.fullmatch(period))


def is_reversed(query, low, high):
    if low not in query or high not in query:
        return False
    values = query[low][0], query[high][0]
    if low != "date_from":
        values = tuple(map(float, values))
    return values[0] > values[1]
