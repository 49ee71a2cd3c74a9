import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
	type ANALYTICS_PERIODS,
	type activityAnalytics,
	type dealAnalytics,
	getActivityAnalytics,
	getDealAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
	type trendAnalytics,
} from '#contract/admin/analytics.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

/** The length of a period in days. */
export type Period = (typeof ANALYTICS_PERIODS)[number];
export type Activity = Parsed<typeof activityAnalytics>['analytics'];
export type Trends = Parsed<typeof trendAnalytics>['analytics'];
export type DealCounts = Parsed<typeof dealAnalytics>['analytics'];
/** The new users and items of one day. */
export type ActivityDay = Activity['dailyStats'][number];

export function userStatisticsQuery(days: Period) {
	return queryOptions({
		queryKey: ['analytics', 'users', days],
		queryFn: async ({ signal }) =>
			(await callAdminApi(getUserAnalytics, { query: periodParams(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

export function itemStatisticsQuery(days: Period) {
	return queryOptions({
		queryKey: ['analytics', 'items', days],
		queryFn: async ({ signal }) =>
			(await callAdminApi(getItemAnalytics, { query: periodParams(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

export function activityQuery(days: Period) {
	return queryOptions({
		queryKey: ['analytics', 'activity', days],
		queryFn: async ({ signal }) =>
			(await callAdminApi(getActivityAnalytics, { query: periodParams(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

export function trendsQuery(days: Period) {
	return queryOptions({
		queryKey: ['analytics', 'trends', days],
		queryFn: async ({ signal }) =>
			(await callAdminApi(getTrendAnalytics, { query: periodParams(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

export function dealStatisticsQuery(days: Period) {
	return queryOptions({
		queryKey: ['analytics', 'deals', days],
		queryFn: async ({ signal }) =>
			(await callAdminApi(getDealAnalytics, { query: periodParams(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

function periodParams(days: Period) {
	return { days: `${days}` } as const;
}
