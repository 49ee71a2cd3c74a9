import type { ReactNode } from 'react';
import type { REPORT_ACTIONS } from '#contract/admin/report-decisions.ts';
import type { AdminItemReport, AdminUserReport } from '#contract/admin/reports.ts';
import type { Pagination } from '#contract/paging.ts';
import type { Column } from '../parts/data-table.tsx';

export type AnyReport = AdminItemReport | AdminUserReport;
/** What the documents call a decision: `ban_item`. */
export type ReportAction = keyof typeof REPORT_ACTIONS;

/** Filters as they stand in the address. */
export type ReportFilters = Record<'q' | 'status' | 'type' | 'sort', string>;

/** What an administrator may write and tick with a decision. */
export interface DecisionWords {
	notes?: string | undefined;
	/** Other pending reports about the same are decided alike. */
	wholeTarget?: boolean;
	/** Which ones: those that were shown. */
	otherReports?: number[];
}

/** A pending report beside another one about the same. */
export type OtherReport = Pick<AnyReport, 'id' | 'type' | 'complaint' | 'createdAt' | 'reporter'>;

/** One report in full. */
interface WholeReport<Report extends AnyReport> {
	report: Report;
	/** Oldest first; there may be more than are told. */
	otherPending: readonly OtherReport[];
}

export interface Decision {
	type: ReportAction;
	label: string;
	/** The letter that takes it. */
	key: string;
	isBad?: boolean;
	/** Asked before it is done; what takes effect for a person at once, and is not taken back from here. */
	question?: (about: string) => string;
}

/** The decisions of a list are done at once, with these words. */
interface ListDecision extends Decision {
	notes?: string;
}

/** Reports about items and reports about people are worked off alike: what differs is here. */
export interface ReportKind<Report extends AnyReport> {
	subject: 'reports' | 'user-reports';
	heading: string;
	/** Labels of the types, in order. */
	types: Readonly<Record<string, string>>;
	columns: readonly Column<Report>[];
	/** What or whom it is about, by name. */
	aboutOf: (report: Report) => string;
	/** 'this item', 'this person'. */
	aboutWords: string;
	/** The number of the item or person. */
	targetOf: (report: Report) => number;
	/** Items or people, as they are counted. */
	targetWords: { one: string; many: string };
	/** Which decisions show the notes to whom; after any other only administrators see them. */
	notesShown: string;
	list: (
		query: ReportFilters & { page: string; limit?: string; each?: 'target' },
		signal: AbortSignal,
	) => Promise<{ reports: Report[]; pagination: Pagination }>;
	find: (id: number, signal: AbortSignal) => Promise<WholeReport<Report>>;
	decide: (id: number, type: ReportAction, words: DecisionWords) => Promise<{ message: string }>;
	/** Of the panel. */
	decisions: readonly Decision[];
	listDecisions: readonly ListDecision[];
	/** Whether whom or what it would be done to is still there. */
	canBeDone: (type: ReportAction, report: Report) => boolean;
	/** What or whom it is about, in the panel. */
	renderTarget: (report: Report) => ReactNode;
	/** More about it, below the facts. */
	renderMore?: (report: Report) => ReactNode;
	/** The button that saves what the filters leave. */
	renderExport: (filters: ReportFilters) => ReactNode;
}
