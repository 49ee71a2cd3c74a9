import { COMPLAINT_PREVIEW_LENGTH } from '#contract/admin/report-decisions.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { formatListMoment } from '#web/admin/kit/date-text.ts';
import { ReportStatusLabel } from '#web/admin/kit/status-label.tsx';
import type { AnyReport } from './report-kind.ts';

/** The first 50 characters of a complaint, counted in code points. */
function preview(complaint: string): string {
	const characters = [...complaint];
	if (characters.length <= COMPLAINT_PREVIEW_LENGTH) return complaint;
	return `${characters.slice(0, COMPLAINT_PREVIEW_LENGTH).join('').trimEnd()}…`;
}

/** '5 by 3 people', '5 by 3 people, 2 waiting'. */
function countText({
	reportsForTarget: all,
	reportersForTarget: people,
	pendingForTarget,
}: AnyReport) {
	const waiting = pendingForTarget < all ? `, ${pendingForTarget} waiting` : '';
	return `${all} by ${people === 1 ? '1 person' : `${people} people`}${waiting}`;
}

/** Columns that every kind of report has. */
export const REPORT_COLUMNS = {
	complaint: { title: 'Complaint', isMain: true, cell: (row: AnyReport) => preview(row.complaint) },
	reporter: {
		title: 'Reporter',
		visibleFrom: 'wide',
		cell: (row: AnyReport) => row.reporter.userName,
	},
	type: {
		title: 'Type',
		visibleFrom: 'wide',
		cell: (row: AnyReport) => REPORT_TYPE_LABELS[row.type],
	},
	status: {
		title: 'Status',
		isShownBesidePanel: true,
		isNowrap: true,
		cell: (row: AnyReport) => <ReportStatusLabel status={row.status} />,
	},
	count: {
		title: 'Reports',
		visibleFrom: 'widest',
		cell: (row: AnyReport) => countText(row),
	},
	date: {
		title: 'Date',
		isNowrap: true,
		visibleFrom: 'wide',
		sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
		cell: (row: AnyReport) => formatListMoment(row.createdAt),
	},
} as const;
