import { COMPLAINT_PREVIEW_LENGTH } from '#contract/admin/report-decisions.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/reports.ts';
import { dateWords } from '#web/admin/kit/date-text.ts';
import { StatusWord } from '#web/admin/kit/status-word.tsx';
import type { AnyReport } from './report-kind.ts';
import { REPORT_STATUS_LOOKS } from './words.ts';

/** The first 50 characters of a complaint, counted as people count (spec 2 §9). */
function preview(complaint: string): string {
	const letters = [...complaint];
	if (letters.length <= COMPLAINT_PREVIEW_LENGTH) return complaint;
	return `${letters.slice(0, COMPLAINT_PREVIEW_LENGTH).join('').trimEnd()}…`;
}

/** Columns that every kind of report has. */
export const REPORT_COLUMNS = {
	complaint: { title: 'Complaint', isMain: true, cell: (row: AnyReport) => preview(row.complaint) },
	reporter: {
		title: 'Reporter',
		only: 'wide',
		cell: (row: AnyReport) => row.reporter.userName,
	},
	type: {
		title: 'Type',
		only: 'wide',
		cell: (row: AnyReport) => REPORT_TYPE_LABELS[row.type],
	},
	status: {
		title: 'Status',
		stays: true,
		isShort: true,
		cell: (row: AnyReport) => {
			const { tone, label } = REPORT_STATUS_LOOKS[row.status];
			return <StatusWord tone={tone}>{label}</StatusWord>;
		},
	},
	date: {
		title: 'Date',
		isShort: true,
		only: 'wide',
		sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
		cell: (row: AnyReport) => dateWords(row.createdAt),
	},
} as const;
