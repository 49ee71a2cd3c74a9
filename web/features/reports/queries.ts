import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import {
	listOwnReports,
	reportItem,
	reportReview,
	reportUser,
	reportWanted,
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

interface ItemReport {
	itemId: number;
	body: SchemaInput<typeof reportItem.body>;
}

export function useReportItem() {
	return useReport(({ itemId, body }: ItemReport) =>
		call(reportItem, { params: { id: itemId }, body }),
	);
}

interface WantedReport {
	wantedId: number;
	body: SchemaInput<typeof reportWanted.body>;
}

export function useReportWanted() {
	return useReport(({ wantedId, body }: WantedReport) =>
		call(reportWanted, { params: { id: wantedId }, body }),
	);
}

interface ReviewReport {
	reviewId: number;
	body: SchemaInput<typeof reportReview.body>;
}

export function useReportReview() {
	return useReport(({ reviewId, body }: ReviewReport) =>
		call(reportReview, { params: { id: reviewId }, body }),
	);
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
