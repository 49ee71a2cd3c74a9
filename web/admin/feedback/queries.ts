import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
	type AdminFeedback,
	type adminFeedbackQuery,
	getAdminFeedback,
	getFeedbackAnalytics,
	listAdminFeedback,
} from '#contract/admin/feedback.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { officeCall } from '#web/admin/lib/api.ts';
import { officeKeys } from '#web/admin/lib/queries.ts';

/** Filters as they stand in the address; the server judges them. */
export type FeedbackFilters = Record<'q' | 'status' | 'category' | 'rating' | 'limit', string>;

export function feedbackQuery(filters: FeedbackFilters, page: number) {
	const query = { ...filters, page: String(page) } as Partial<
		SchemaInput<typeof adminFeedbackQuery>
	>;
	return queryOptions({
		queryKey: officeKeys.of('feedback', 'list', filters, page),
		queryFn: ({ signal }) => officeCall(listAdminFeedback, { query, signal }),
		placeholderData: keepPreviousData,
	});
}

/** @param known as the list has it */
export function oneFeedbackQuery(id: number, known: AdminFeedback | undefined) {
	return queryOptions({
		queryKey: officeKeys.of('feedback', 'one', id),
		queryFn: async ({ signal }) =>
			(await officeCall(getAdminFeedback, { params: { id }, signal })).feedback,
		placeholderData: known,
	});
}

export function feedbackFiguresQuery() {
	return queryOptions({
		queryKey: officeKeys.of('feedback', 'figures'),
		queryFn: async ({ signal }) => (await officeCall(getFeedbackAnalytics, { signal })).analytics,
	});
}
