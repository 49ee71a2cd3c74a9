import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import {
	listOwnReports,
	type reportItem,
	type reportReview,
	reportUser,
	type reportWanted,
} from '#contract/reports/endpoints.ts';
import { call } from '#web/lib/api/api.ts';

/** The user's own reports, newest first, page by page. */
export function ownReportsQuery() {
	return infiniteQueryOptions({
		queryKey: ['reports', 'own'],
		queryFn: ({ pageParam, signal }) =>
			call(listOwnReports, { query: { cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (last) => last.nextCursor ?? undefined,
	});
}

interface ContentReport {
	id: number;
	body: SchemaInput<typeof reportItem.body>;
}

/**
 * Reports an item, a wanted post or a review.
 * @param endpoint the endpoint for this kind of content
 */
export function useReportContent(
	endpoint: typeof reportItem | typeof reportWanted | typeof reportReview,
) {
	return useReport(({ id, body }: ContentReport) => call(endpoint, { params: { id }, body }));
}

interface UserReport {
	userId: number;
	body: SchemaInput<typeof reportUser.body>;
}

export function useReportUser() {
	return useReport(({ userId, body }: UserReport) =>
		call(reportUser, { params: { userId }, body }),
	);
}

function useReport<R>(send: (report: R) => Promise<unknown>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: send,
		onSuccess: () => client.invalidateQueries({ queryKey: ['reports'] }),
	});
}
