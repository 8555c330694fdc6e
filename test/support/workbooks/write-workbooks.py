"""Writes the workbooks beside this file: pip install openpyxl==3.1.5 xlsxwriter, then python write-workbooks.py.

They come from two libraries that the project does not use, so that its reader is tested with what others write.
"""

import datetime
import pathlib

import openpyxl
import xlsxwriter

folder = pathlib.Path(__file__).parent


def lots():
    """Shared texts, an empty first sheet, a hidden one, and cells of all kinds. Row 3 and rows 6 to 8 are empty."""
    book = xlsxwriter.Workbook(folder / "lots.xlsx")
    book.add_worksheet("Cover")
    sheet = book.add_worksheet("Résultats 2015")
    notes = book.add_worksheet("Notes")
    hidden = book.add_worksheet("Rates")
    hidden.hide()
    date = book.add_format({"num_format": "dd/mm/yyyy"})
    long_date = book.add_format({"num_format": '[$-409]d "of" mmmm yyyy;@'})
    moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    dollars = book.add_format({"num_format": '[$$-409]#,##0.00;[Red]-#,##0.00'})
    bold = book.add_format({"bold": True})
    sheet.write_row(0, 0, ["Lot", "Title", "Carat", "Price", "Date", "Sold", "Per carat"])
    rows = [
        (1, 1, "A ruby ring, “Étoile” – 5.04 ct", 5.04, 10625, date, datetime.date(2015, 5, 12), True),
        (3, 2, 'Sapphire "Blue\nMoon" brooch', 0.1 + 0.2, 1234.5, long_date, datetime.date(1999, 12, 31), False),
        (4, 3, "翡翠 bangle & <jadeite>", 1e-2, 0, moment, datetime.datetime(2016, 2, 29, 14, 30), True),
        (8, 4, None, 12, 99, date, datetime.date(1900, 2, 28), False),
    ]
    for row, lot, title, carat, price, form, day, sold in rows:
        sheet.write_number(row, 0, lot)
        if title:
            sheet.write_string(row, 1, title)
        sheet.write_number(row, 2, carat)
        sheet.write_number(row, 3, price, dollars)
        sheet.write_datetime(row, 4, day, form)
        sheet.write_boolean(row, 5, sold)
        sheet.write_formula(row, 6, f"=D{row + 1}/C{row + 1}", None, price / carat)
    sheet.write_rich_string(8, 1, "An ", bold, "opal", " ring")
    sheet.merge_range(9, 0, 9, 3, "5")
    notes.write(0, 0, "Prices include the premium")
    hidden.write(0, 0, "EUR")
    book.close()


def dates_1904():
    """Days counted from 1904, and a sheet whose parts are named by absolute paths."""
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    sheet = book.active
    sheet.title = "Lots"
    sheet.append(["id", "title", "gem_type", "auction_date"])
    sheet.append([1, "Ruby ring", "Ruby", datetime.date(2015, 5, 12)])
    sheet.append([2, "Opal ring", "Opal", datetime.date(1904, 1, 2)])
    book.save(folder / "dates-1904.xlsx")


def formula():
    """A formula that no spreadsheet program has computed yet."""
    book = openpyxl.Workbook()
    book.active.append(["id", "title", "gem_type", "carat"])
    book.active.append([1, "Ruby ring", "Ruby", "=1+2"])
    book.save(folder / "formula.xlsx")


lots()
dates_1904()
formula()
