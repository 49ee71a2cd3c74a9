import { useSearchParams } from 'react-router';
import { AUDIT_LOGS_PAGE_SIZE } from '#contract/admin/audit.ts';
import { useFilters } from '#web/admin/kit/use-filters.ts';
import { type AuditFilters, VIEWS_HIDDEN } from './queries.ts';
import { DEFAULT_RANGE } from './range.ts';

const FILTERS = {
	...{ q: '', action: 'all', range: DEFAULT_RANGE, views: VIEWS_HIDDEN, upTo: '' },
	limit: String(AUDIT_LOGS_PAGE_SIZE),
};

/**
 * The filters of the log. Every view adds an entry, so later pages start below the entry that was the newest on the
 * first page; the URL keeps its id as `upTo`.
 */
export function useAuditFilters() {
	const [, setParams] = useSearchParams();
	const { filters, page, change, pageSize } = useFilters(FILTERS, 'audit-logs');

	function goToPage(nextPage: number, newestId: number | undefined): void {
		setParams((previous) => {
			const next = new URLSearchParams(previous);
			if (nextPage === 1) {
				next.delete('page');
				next.delete('upTo');
				return next;
			}
			next.set('page', String(nextPage));
			if (!next.has('upTo') && newestId !== undefined) next.set('upTo', String(newestId));
			return next;
		});
	}

	return {
		filters,
		page,
		change: (changes: Partial<AuditFilters>, options?: { isTyping: boolean }) =>
			change({ ...changes, upTo: '' }, options),
		goToPage: goToPage,
		pageSize: { ...pageSize, onChange: (limit: string) => change({ limit, upTo: '' }) },
	};
}
