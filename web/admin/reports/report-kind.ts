import type { ReactNode } from 'react';
import type { REPORT_ACTIONS } from '#contract/admin/report-decisions.ts';
import type { AdminItemReport, AdminUserReport } from '#contract/admin/reports.ts';
import type { Pagination } from '#contract/core/paging.ts';
import type { Column } from '#web/admin/kit/data-table.tsx';

export type AnyReport = AdminItemReport | AdminUserReport;
/** The specification's name of a decision: `ban_item`. */
export type ReportAction = keyof typeof REPORT_ACTIONS;

/** Filters as they are in the URL. */
export type ReportFilters = Record<'q' | 'status' | 'type' | 'sort' | 'limit', string>;

/** Notes and checkbox of a decision. */
export interface DecisionInput {
	notes?: string | undefined;
	/** Whether the other pending reports about the same target are decided too. */
	wholeTarget?: boolean;
	/** The ids of those that were shown. */
	otherReports?: number[];
}

/** Another pending report about the same target. */
export type OtherReport = Pick<AnyReport, 'id' | 'type' | 'complaint' | 'createdAt' | 'reporter'>;

/** One report in full. */
interface FullReport<Report extends AnyReport> {
	report: Report;
	/** Oldest first; there may be more than are sent. */
	otherPending: readonly OtherReport[];
}

/** A possible decision, with the same name and shortcut in the list and in the panel. */
export interface Decision<Report extends AnyReport = AnyReport> {
	type: ReportAction;
	label: string;
	/** Its shortcut. */
	key: string;
	isDestructive?: boolean;
	/** Marks a rarely needed decision: the list has it in the '…' menu. */
	isSecondary?: boolean;
	/** The notes stored for a decision in the list, where none can be typed. */
	listNotes?: string;
	/** The question asked before it is sent, because it reaches the reported user; `notes` is the typed text. */
	question?: (report: Report, notes: string | undefined) => string;
	/** Without a question it is delayed for some seconds and can be undone; this label is shown meanwhile. */
	progressLabel?: string;
}

/** What differs between reports about items and reports about users. */
export interface ReportKind<Report extends AnyReport> {
	subject: 'reports' | 'user-reports';
	heading: string;
	/** The default page size of the list. */
	pageSize: number;
	/** Labels of the types, in order. */
	types: Readonly<Record<string, string>>;
	columns: readonly Column<Report>[];
	/** 'report about Casio fx-991 by Meena'. */
	nameOf: (report: Report) => string;
	/** 'this item', 'this person'. */
	targetLabel: string;
	/** The id of the item or user. */
	targetOf: (report: Report) => number;
	/** The noun for counted targets. */
	targetNoun: { singular: string; plural: string };
	/** Says which decisions show the notes to whom; after any other only administrators see them. */
	notesHint: string;
	list: (
		query: ReportFilters & { page: string; each?: 'target' },
		signal: AbortSignal,
	) => Promise<{ reports: Report[]; pagination: Pagination }>;
	find: (id: number, signal: AbortSignal) => Promise<FullReport<Report>>;
	decide: (id: number, type: ReportAction, input: DecisionInput) => Promise<{ message: string }>;
	decisions: readonly Decision<Report>[];
	/** Whether the target of a decision still exists. */
	isPossible: (type: ReportAction, report: Report) => boolean;
	/** The target in the panel. */
	renderTarget: (report: Report) => ReactNode;
	/** More about it, below the details. */
	renderMore?: (report: Report) => ReactNode;
	/** The button that downloads the filtered reports. */
	renderExport: (filters: ReportFilters) => ReactNode;
}
