import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { PAGING_LIMITS, type Pagination } from '#contract/core/paging.ts';
import { useDelayedChanges } from '#web/admin/lib/delayed-changes.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import type { AnyReport, ReportKind } from './report-kind.tsx';
import { countWithDecision, hasDecision } from './use-decision-control.ts';

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
function queueQuery<Report extends AnyReport>(kind: ReportKind<Report>, page: number) {
	return queryOptions({
		queryKey: [kind.dataKind, 'queue', page],
		queryFn: ({ signal }) => kind.list({ ...QUEUE_FILTERS, page: String(page) }, signal),
	});
}

export interface Queue {
	/** Whether the queue is active, which the URL says. */
	isOn: boolean;
	/**
	 * Paging data whose `total` counts the items, users or reviews with pending reports, without those whose decision is
	 * delayed or being sent. Undefined while loading.
	 */
	remaining: Pagination | undefined;
	skippedCount: number;
	/** Starts with the oldest report; what was skipped before is included again. */
	start: () => Promise<void>;
	/** Goes to the next item, user or review; `target` is the id of the one that stays undecided. */
	skip: (target: number) => Promise<void>;
	/** Goes to the next item, user or review, after the decision on the shown report was sent or delayed. */
	advance: () => Promise<void>;
	end: () => void;
}

const NO_IDS: ReadonlySet<number> = new Set();

/**
 * Shows the items, users or reviews with pending reports one after the other, the one that was reported first at the
 * front. The URL says that the queue is active and which report is shown: `?queue=1&report=7`.
 */
export function useQueue<Report extends AnyReport>(kind: ReportKind<Report>): Queue {
	const client = useQueryClient();
	const [params, setParams] = useSearchParams();
	const { pathname } = useLocation();
	const [skipped, setSkipped] = useState(NO_IDS);
	const isOn = params.get('queue') === '1';
	const { data: firstPage } = useQuery({ ...queueQuery(kind, 1), enabled: isOn });
	// Renders again when a decision is delayed, sent or undone.
	useDelayedChanges();

	/** False once the administrator went elsewhere, ended the queue or opened another report. */
	function isUrlUnchanged(): boolean {
		const { location } = window;
		const currentParams = new URLSearchParams(location.search);
		return location.pathname === pathname && currentParams.toString() === params.toString();
	}

	/** @returns the id of the first undecided report whose target was not skipped; undefined if no page has one */
	async function findNext(
		skippedTargets: ReadonlySet<number>,
		page = 1,
	): Promise<number | undefined> {
		const { rows, pagination } = await client.fetchQuery(queueQuery(kind, page));
		for (const report of rows) {
			const id = skippedTargets.has(kind.targetOf(report))
				? undefined
				: await findUndecided(report);
			if (id !== undefined) return id;
		}
		return pagination.hasNext ? findNext(skippedTargets, page + 1) : undefined;
	}

	/** @returns the id of this report or, if it has a decision, of another undecided report about the same target */
	async function findUndecided({ id, pendingForTarget }: Report): Promise<number | undefined> {
		const isUndecided = (reportId: number) => !hasDecision(kind, reportId);
		if (isUndecided(id)) return id;
		if (pendingForTarget === 1) return undefined;
		const { otherPending } = await client.fetchQuery(reportQuery(kind, id));
		return otherPending.find((other) => isUndecided(other.id))?.id;
	}

	async function showNext(skippedTargets: ReadonlySet<number>): Promise<void> {
		try {
			const nextId = await findNext(skippedTargets);
			if (!isUrlUnchanged()) return;
			setSkipped(skippedTargets);
			setParams((previous) => atReport(previous, nextId), { replace: isOn });
		} catch (error) {
			// Leaving the queue cancels the running request. That is no failure to report.
			if (!isUrlUnchanged()) return;
			const { loadFailed } = REPORT_DECISION_MESSAGES;
			toast(errorMessageFor(error, loadFailed, loadFailed), { tone: 'bad' });
		}
	}

	/** Whether each pending report about the same target has a decision. */
	const isAllDecided = (report: Report) =>
		countWithDecision(kind, kind.targetOf(report)) >= report.pendingForTarget;

	return {
		isOn,
		// The list has one row for each item, user or review: its oldest pending report.
		remaining:
			firstPage &&
			withReducedTotal(firstPage.pagination, firstPage.rows.filter(isAllDecided).length),
		skippedCount: skipped.size,
		start: () => showNext(NO_IDS),
		skip: (target) => showNext(new Set([...skipped, target])),
		advance: () => showNext(skipped),
		end: () => setParams(withoutQueue, { replace: true }),
	};
}

function withReducedTotal(pagination: Pagination, count: number): Pagination {
	return { ...pagination, total: Math.max(0, pagination.total - count) };
}

/** The parameters of the URL for one report of the queue; without an id for the end of the queue. */
function atReport(previous: URLSearchParams, id: number | undefined): URLSearchParams {
	const params = new URLSearchParams(previous);
	params.set('queue', '1');
	if (id === undefined) params.delete('report');
	else params.set('report', String(id));
	return params;
}

function withoutQueue(previous: URLSearchParams): URLSearchParams {
	const params = new URLSearchParams(previous);
	params.delete('queue');
	params.delete('report');
	return params;
}
