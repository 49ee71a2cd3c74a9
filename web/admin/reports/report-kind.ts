import type { ReactNode } from 'react';
import type { REPORT_ACTIONS } from '#contract/admin/report-decisions.ts';
import type { AdminItemReport, AdminUserReport } from '#contract/admin/reports.ts';
import type { Pagination } from '#contract/core/paging.ts';
import type { Column } from '#web/admin/kit/data-table.tsx';

export type AnyReport = AdminItemReport | AdminUserReport;
/** What the documents call a decision: `ban_item`. */
export type ReportAction = keyof typeof REPORT_ACTIONS;

/** Filters as they stand in the address. */
export type ReportFilters = Record<'q' | 'status' | 'type' | 'sort' | 'limit', string>;

/** What an administrator may write and tick with a decision. */
export interface DecisionInput {
	notes?: string | undefined;
	/** Other pending reports about the same are decided alike. */
	wholeTarget?: boolean;
	/** Which ones: those that were shown. */
	otherReports?: number[];
}

/** A pending report beside another one about the same. */
export type OtherReport = Pick<AnyReport, 'id' | 'type' | 'complaint' | 'createdAt' | 'reporter'>;

/** One report in full. */
interface FullReport<Report extends AnyReport> {
	report: Report;
	/** Oldest first; there may be more than are told. */
	otherPending: readonly OtherReport[];
}

/** What can be decided: the same name and the same letter in the list and in the panel. */
export interface Decision<Report extends AnyReport = AnyReport> {
	type: ReportAction;
	label: string;
	/** The letter that takes it. */
	key: string;
	isDestructive?: boolean;
	/** Less often needed: in the list it is behind '…'. */
	isSecondary?: boolean;
	/** Kept with the report when it is decided from the list, where nothing is typed. */
	listNotes?: string;
	/** Asked before it is sent, because it reaches the reported person; `notes` are what was typed. */
	question?: (report: Report, notes: string | undefined) => string;
	/** Without a question it is held for some seconds and can be undone; said meanwhile, with what it is about. */
	progressLabel?: string;
}

/** Reports about items and reports about people are worked off alike: what differs is here. */
export interface ReportKind<Report extends AnyReport> {
	subject: 'reports' | 'user-reports';
	heading: string;
	/** On a page of the list, unless another number is chosen. */
	pageSize: number;
	/** Labels of the types, in order. */
	types: Readonly<Record<string, string>>;
	columns: readonly Column<Report>[];
	/** 'report about Casio fx-991 by Meena'. */
	nameOf: (report: Report) => string;
	/** 'this item', 'this person'. */
	targetLabel: string;
	/** The number of the item or person. */
	targetOf: (report: Report) => number;
	/** Items or people, as they are counted. */
	targetNoun: { singular: string; plural: string };
	/** Which decisions show the notes to whom; after any other only administrators see them. */
	notesHint: string;
	list: (
		query: ReportFilters & { page: string; each?: 'target' },
		signal: AbortSignal,
	) => Promise<{ reports: Report[]; pagination: Pagination }>;
	find: (id: number, signal: AbortSignal) => Promise<FullReport<Report>>;
	decide: (id: number, type: ReportAction, input: DecisionInput) => Promise<{ message: string }>;
	decisions: readonly Decision<Report>[];
	/** Whether whom or what it would be done to is still there. */
	isPossible: (type: ReportAction, report: Report) => boolean;
	/** What or whom it is about, in the panel. */
	renderTarget: (report: Report) => ReactNode;
	/** More about it, below the facts. */
	renderMore?: (report: Report) => ReactNode;
	/** The button that saves what the filters leave. */
	renderExport: (filters: ReportFilters) => ReactNode;
}
