"""Makes clustered-errors.json: figures of statsmodels and numpy that the service must reproduce.

Run it in an environment of its own: pip install numpy==2.* statsmodels==0.15.*, then
python clustered-errors.py > clustered-errors.json
"""

import json

import numpy as np
import statsmodels.api as sm

LEVELS = [3, 2, 3, 4]
EFFECTS = [[0, 0.5, -0.3], [0, 0.2], [0, -0.1, 0.1], [0, 0.07, 0.14, 0.21]]


def market(seed, sales_of_period, lots_of_sale, share):
    """Lots of sales: logarithms of weight and price, the levels of each factor, and the sale."""
    random = np.random.default_rng(seed)
    lots = []
    for period in range(LEVELS[3]):
        for sale in range(sales_of_period):
            house, common = int(random.integers(LEVELS[2])), random.normal()
            for _ in range(int(random.integers(1, lots_of_sale + 1))):
                x = round(0.9 + 0.7 * random.normal(), 6)
                levels = [int(random.integers(n)) for n in LEVELS[:2]] + [house, period]
                noise = np.sqrt(share) * common + np.sqrt(1 - share) * random.normal()
                effect = sum(EFFECTS[factor][level] for factor, level in enumerate(levels))
                y = round(8 + 0.8 * x + 0.05 * x * x + effect + 0.4 * noise, 6)
                lots.append({"x": x, "y": y, "levels": levels, "sale": f"{period} {sale}"})
    return lots


def design_of(lots):
    rows = []
    for lot in lots:
        dummies = [
            float(lot["levels"][factor] == level)
            for factor, levels in enumerate(LEVELS)
            for level in range(1, levels)
        ]
        rows.append([1, lot["x"], lot["x"] ** 2, *dummies])
    return np.array(rows)


def sale_components(z, y, sales, periods):
    """Errors with a variance that the lots of a sale share, by matrices of lots."""
    n, rank = z.shape
    inverse = np.linalg.inv(z.T @ z)
    m = np.eye(n) - z @ inverse @ z.T
    alike = (sales[:, None] == sales[None, :]).astype(float)
    e, mbm = m @ y, m @ alike @ m
    cross, both = np.trace(m @ alike), np.trace(alike @ mbm)
    squares, totals, free = e @ e, e @ alike @ e, n - rank
    apart = both - cross**2 / free
    found = (totals - cross / free * squares) / apart
    whole = found + (squares - found * cross) / free
    free_sales = cross**2 / apart
    share = min(0.95, max(0, (free_sales * found / whole + 5 * 0.25) / (free_sales + 5)))
    own = squares / (free + share / (1 - share) * cross)
    shared = share / (1 - share) * own
    expected = own * np.diag(m) + shared * np.diag(mbm)
    groups = []
    for period in np.unique(periods):
        inside = periods == period
        left = np.diag(m)[inside].sum()
        has_own = left >= 2
        variance = own * (e[inside] ** 2).sum() / expected[inside].sum() if has_own else own
        groups.append((inside, variance, left if has_own else free))
    covariance = own * m + shared * mbm
    of_totals = np.array([covariance[np.ix_(sales == s, sales == s)].sum() for s in np.unique(sales)])
    free_totals = min(of_totals.sum() ** 2 / (of_totals**2).sum(), free_sales)
    shared_degrees = max(1, free_totals * (apart * shared / of_totals.sum()) ** 2) + 5
    errors, degrees = [], []
    for column in range(rank):
        w = z @ inverse[:, column]
        parts = [(variance * (w[inside] ** 2).sum(), left) for inside, variance, left in groups]
        parts.append((shared * w @ alike @ w, shared_degrees))
        variance = sum(part for part, _ in parts)
        errors.append(variance**0.5)
        degrees.append(variance**2 / sum(part**2 / left for part, left in parts))
    return share, errors, degrees


def reference(*given):
    lots = market(*given)
    z, y = design_of(lots), np.array([lot["y"] for lot in lots])
    sales = np.unique([lot["sale"] for lot in lots], return_inverse=True)[1]
    periods = np.array([lot["levels"][3] for lot in lots])
    fit = sm.OLS(y, z).fit(cov_type="cluster", cov_kwds={"groups": sales})
    share, errors, degrees = sale_components(z, y, sales, periods)
    return {
        "lots": lots,
        "coefficients": fit.params.tolist(),
        "clustered_errors": fit.bse.tolist(),
        "sales": int(sales.max() + 1),
        "within_sale_correlation": float(share),
        "errors": [float(error) for error in errors],
        "degrees_of_freedom": [float(degree) for degree in degrees],
    }


print(json.dumps([reference(1, 6, 5, 0.25), reference(2, 3, 12, 0.5), reference(3, 8, 3, 0)]))
