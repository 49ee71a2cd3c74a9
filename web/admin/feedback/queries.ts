import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
	type AdminFeedback,
	type adminFeedbackQuery,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
} from '#contract/admin/feedback.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminKeys } from '#web/admin/lib/queries.ts';

/** Filters as they are in the URL; the server validates them. */
export type FeedbackFilters = Record<'q' | 'status' | 'category' | 'rating' | 'limit', string>;

export function feedbackQuery(filters: FeedbackFilters, page: number) {
	const query = { ...filters, page: String(page) } as Partial<
		SchemaInput<typeof adminFeedbackQuery>
	>;
	return queryOptions({
		queryKey: adminKeys.of('feedback', 'list', filters, page),
		queryFn: ({ signal }) => callAdminApi(listAdminFeedback, { query, signal }),
		placeholderData: keepPreviousData,
	});
}

/** @param listed the feedback as the list has it */
export function feedbackEntryQuery(id: number, listed: AdminFeedback | undefined) {
	return queryOptions({
		queryKey: adminKeys.of('feedback', 'one', id),
		queryFn: async ({ signal }) =>
			(await callAdminApi(getAdminFeedback, { params: { id }, signal })).feedback,
		placeholderData: listed,
	});
}

export function feedbackStatisticsQuery() {
	return queryOptions({
		queryKey: adminKeys.of('feedback', 'figures'),
		queryFn: async ({ signal }) => (await callAdminApi(getFeedbackAnalytics, { signal })).analytics,
	});
}
