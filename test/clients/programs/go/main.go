package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"math"
	"os"

	gemauctions "calls/client"
)

func main() {
	ctx := context.Background()
	configuration := gemauctions.NewConfiguration()
	configuration.Servers = gemauctions.ServerConfigurations{{URL: os.Args[1]}}
	api := gemauctions.NewAPIClient(configuration)
	records := api.AuctionRecordsAPI

	list, _, err := records.ListAuctions(ctx).GemName([]string{"ruby", "sapphire"}).Limit(5).Execute()
	check(err)

	walked := []int64{}
	next := records.ListAuctions(ctx).Limit(7)
	for {
		page, _, err := next.Execute()
		check(err)
		walked = append(walked, idsOf(page)...)
		cursor, more := page.Meta.GetNextCursorOk()
		if !more {
			break
		}
		next = records.ListAuctions(ctx).Limit(7).Cursor(*cursor)
	}

	detail, _, err := records.GetAuction(ctx, list.Data[0].Id).Execute()
	check(err)
	stats, _, err := api.StatisticsAPI.GetStats(ctx).GemName([]string{"ruby"}).Execute()
	check(err)
	suggestions, _, err := api.SearchSuggestionsAPI.ListSuggestions(ctx).Q("burm").Execute()
	check(err)

	_, refusedResponse, err := records.ListAuctions(ctx).PriceMin(5).PriceMax(4).Execute()
	refused := problemOf(err)
	_, missingResponse, err := records.GetAuction(ctx, 1<<53-1).Execute()
	missing := problemOf(err)

	value := stats.Data.TotalValueUsd
	median := stats.Data.PriceUsd.Median.Get()
	if math.IsNaN(*median) {
		log.Fatal("no median")
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"list":       idsOf(list),
		"total":      list.Pagination.TotalRecords,
		"walked":     walked,
		"title":      detail.Data.Title,
		"price":      detail.Data.PriceFinalUsd.Get(),
		"lots":       stats.Data.Lots,
		"value":      value,
		"median":     median,
		"suggestion": suggestions.Data[0].Text,
		"origin":     suggestions.Data[0].Filter.Origin,
		"refused":    []any{refusedResponse.StatusCode, refused.Code, refused.Details[0].Parameter},
		"missing":    []any{missingResponse.StatusCode, missing.Code},
	}))
}

func idsOf(list *gemauctions.AuctionList) []int64 {
	ids := []int64{}
	for _, auction := range list.Data {
		ids = append(ids, auction.Id)
	}
	return ids
}

// problemOf returns the typed body of an error response.
func problemOf(err error) gemauctions.ErrorBody {
	var apiError *gemauctions.GenericOpenAPIError
	if !errors.As(err, &apiError) {
		log.Fatalf("no error of the API: %v", err)
	}
	response, isTyped := apiError.Model().(gemauctions.ErrorResponse)
	if !isTyped {
		log.Fatalf("the error has no type: %s", apiError.Body())
	}
	return response.Error
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
