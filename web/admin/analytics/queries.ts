import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
	type ANALYTICS_PERIODS,
	type activityAnalytics,
	getActivityAnalytics,
	getItemAnalytics,
	getTrendAnalytics,
	getUserAnalytics,
	type trendAnalytics,
} from '#contract/admin/analytics.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { officeCall } from '#web/admin/lib/api.ts';
import { officeKeys } from '#web/admin/lib/queries.ts';

/** In days. */
export type Period = (typeof ANALYTICS_PERIODS)[number];
export type Activity = Parsed<typeof activityAnalytics>['analytics'];
export type Trends = Parsed<typeof trendAnalytics>['analytics'];
export type Day = Activity['dailyStats'][number];

export function userFiguresQuery(days: Period) {
	return queryOptions({
		queryKey: officeKeys.of('analytics', 'users', days),
		queryFn: async ({ signal }) =>
			(await officeCall(getUserAnalytics, { query: asked(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

export function itemFiguresQuery(days: Period) {
	return queryOptions({
		queryKey: officeKeys.of('analytics', 'items', days),
		queryFn: async ({ signal }) =>
			(await officeCall(getItemAnalytics, { query: asked(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

export function activityQuery(days: Period) {
	return queryOptions({
		queryKey: officeKeys.of('analytics', 'activity', days),
		queryFn: async ({ signal }) =>
			(await officeCall(getActivityAnalytics, { query: asked(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

export function trendsQuery(days: Period) {
	return queryOptions({
		queryKey: officeKeys.of('analytics', 'trends', days),
		queryFn: async ({ signal }) =>
			(await officeCall(getTrendAnalytics, { query: asked(days), signal })).analytics,
		placeholderData: keepPreviousData,
	});
}

function asked(days: Period) {
	return { days: `${days}` } as const;
}
