import { queryOptions } from '@tanstack/react-query';
import { PAGING_LIMITS } from '#contract/core/paging.ts';
import type { AnyReport, ReportKind } from './report-kind.ts';

const QUEUE_FILTERS = {
	q: '',
	status: 'pending',
	type: 'all',
	sort: 'oldest',
	each: 'target',
	limit: String(PAGING_LIMITS.pageSizeMax),
} as const;

export function reportQuery<Report extends AnyReport>(kind: ReportKind<Report>, id: number) {
	return queryOptions({
		queryKey: [kind.dataKind, 'one', id],
		queryFn: ({ signal }) => kind.find(id, signal),
	});
}

/** The oldest pending report of each item, user or review, oldest first, with the largest page size. */
export function queueQuery<Report extends AnyReport>(kind: ReportKind<Report>, page: number) {
	return queryOptions({
		queryKey: [kind.dataKind, 'queue', page],
		queryFn: ({ signal }) => kind.list({ ...QUEUE_FILTERS, page: String(page) }, signal),
	});
}
