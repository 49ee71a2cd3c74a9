import type { ReactNode } from 'react';
import type { AdminHistory } from '#contract/admin/history.ts';
import type { AdminItem } from '#contract/admin/items.ts';
import {
	COMPLAINT_PREVIEW_LENGTH,
	type ITEM_REPORT_OUTCOMES,
	type REPORT_ACTIONS,
	REPORT_DECISION_MESSAGES,
	type REVIEW_REPORT_OUTCOMES,
} from '#contract/admin/report-decisions.ts';
import type {
	AdminItemReport,
	AdminUserReport,
	BannedTarget,
	PersonRecord,
} from '#contract/admin/reports.ts';
import type { AdminReviewReport } from '#contract/admin/review-reports.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { formatListMoment } from '#web/admin/kit/date-text.ts';
import type { ListSection } from '#web/admin/kit/list-section.ts';
import { REPORT_STATUS_LABELS, ReportStatusLabel } from '#web/admin/kit/status-label.tsx';

export type AnyReport = AdminItemReport | AdminUserReport | AdminReviewReport;
/** A decision as it is sent: `ban_item`. */
type ReportAction = keyof typeof REPORT_ACTIONS;

/** What the decision on a report did, as the server stores it: `item_banned`. */
export type Outcome =
	| (typeof ITEM_REPORT_OUTCOMES)[number]
	| (typeof REVIEW_REPORT_OUTCOMES)[number];

/** Notes and checkbox of a decision. */
export interface DecisionInput {
	notes?: string | undefined;
	/** Whether the other pending reports about the same target are decided too. */
	wholeTarget?: boolean;
	/** The ids of the other reports that were shown when the checkbox was ticked. */
	otherReports?: number[];
}

/** Another pending report about the same target. */
export type OtherReport = Pick<AnyReport, 'id' | 'type' | 'complaint' | 'createdAt' | 'reporter'>;

/** One report in full. */
export interface FullReport<Report extends AnyReport> {
	report: Report;
	/** The other pending reports about the same target, oldest first. The server sends only the first ones of many. */
	otherPending: readonly OtherReport[];
	/** The records of the reporter and the reported person. */
	records?: readonly PersonRecord[] | undefined;
	/** What administrators did with this report, newest first. */
	history?: AdminHistory | undefined;
	/** The reported item, unless it is deleted. */
	item?: AdminItem | null | undefined;
}

/** A possible decision, with the same name and shortcut in the list and in the panel. */
export interface Decision<Report extends AnyReport = AnyReport> {
	type: ReportAction;
	label: string;
	/** The keyboard shortcut. */
	key: string;
	isDestructive?: boolean;
	/** Marks a rarely needed decision: the list has it in the '…' menu. */
	isSecondary?: boolean;
	/** The notes stored with a decision that is made in the list, where no notes can be typed. */
	listNotes?: string;
	/** The question before a decision that reaches the reported user; `notes` is the text typed for that user. */
	question?: (report: Report, notes: string | undefined) => string;
	/** Shown while a decision without a question is delayed and can be undone: 'Dismissing'. */
	progressLabel?: string;
}

/** The properties in which reports about items, users and reviews differ. */
interface KindOptions<Report extends AnyReport>
	extends Pick<ListSection<Report>, 'heading' | 'pageSize' | 'list' | 'columns' | 'nameOf'> {
	dataKind: 'reports' | 'user-reports' | 'review-reports';
	exportEndpoint: Endpoint;
	types: readonly (keyof typeof REPORT_TYPE_LABELS)[];
	/** 'this item', 'this person', 'this review'. */
	targetLabel: string;
	/** 'Electric kettle', 'Farhan', 'Farhan’s review of Meena'. */
	targetNameOf: (report: Report) => string;
	/** The id of the item, the user or the review. */
	targetOf: (report: Report) => number;
	/** The noun for counted targets. */
	targetNoun: { singular: string; plural: string };
	/** Says who sees the notes, after which decisions. */
	notesHint: string;
	find: (id: number, signal: AbortSignal) => Promise<FullReport<Report>>;
	dismiss: (id: number, input: DecisionInput) => Promise<{ message: string }>;
	resolve: (id: number, input: DecisionInput & { action: Outcome }) => Promise<{ message: string }>;
	/** Lets a decided report wait for a decision again. */
	reopen: (id: number) => Promise<{ message: string }>;
	/** The owner of the item, the reported user, or the writer of the review. */
	personOf: (report: Report) => { id: number; userName: string };
	/** What a decision bans, if it is a ban. */
	bannedBy?: (type: ReportAction, report: Report) => BannedTarget | undefined;
	decisions: readonly Decision<Report>[];
	/** Whether a decision is possible: for example, a user who is banned or has no account any more cannot be banned. */
	isPossible: (type: ReportAction, report: Report) => boolean;
	/** The target in the panel. */
	renderTarget: (report: Report, item: FullReport<Report>['item']) => ReactNode;
	/** Further content below the details. */
	renderMore?: (report: Report) => ReactNode;
}

/** One kind of report: its list, its panel and its decisions. */
export type ReportKind<Report extends AnyReport> = KindOptions<Report> & ListSection<Report>;

/** Adds the properties that the lists of all kinds of reports have in common. */
export function reportKind<Report extends AnyReport>(
	options: KindOptions<Report>,
): ReportKind<Report> {
	const types = options.types.map((type) => [type, REPORT_TYPE_LABELS[type]]);
	return {
		...options,
		openedParam: 'report',
		noun: { singular: 'report', plural: 'reports' },
		search: { name: 'q', label: 'Search reports' },
		filters: {
			status: { label: 'Status', options: { all: 'All statuses', ...REPORT_STATUS_LABELS } },
			type: { label: 'Type', options: { all: 'All types', ...Object.fromEntries(types) } },
			each: {
				label: 'Rows',
				options: {
					target: `One for each ${options.targetNoun.singular}`,
					all: 'Every report',
				},
				initial: 'target',
			},
			sort: {
				label: 'Order',
				options: { newest: 'Newest first', oldest: 'Oldest first' },
				initial: 'newest',
			},
		},
		loadFailed: REPORT_DECISION_MESSAGES.loadFailed,
		nothingFound: { title: 'No reports match these filters.' },
		nothingYet: {
			title: 'No reports yet',
			hint: 'What people report is listed here, newest first.',
		},
		keys: Object.fromEntries(options.decisions.map(({ key, label }) => [key, label.toLowerCase()])),
		export: {
			endpoint: options.exportEndpoint,
			label: 'Export CSV',
			failureMessage: 'Error exporting reports',
		},
	};
}

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

/** The decisions that several kinds of reports have. A kind lists its decisions by weight, the lightest first. */
export const SHARED_DECISIONS = {
	reject: { type: 'reject', label: 'Dismiss', key: 'r', progressLabel: 'Dismissing' },
	approve: {
		type: 'approve',
		label: 'Resolve without action',
		key: 'a',
		isSecondary: true,
		progressLabel: 'Resolving',
	},
	warn_user: { type: 'warn_user', label: 'Warn', key: 'w', isSecondary: true },
	ban_user: {
		type: 'ban_user',
		label: 'Ban user',
		key: 'u',
		isDestructive: true,
		isSecondary: true,
	},
} as const satisfies Partial<Record<ReportAction, Decision>>;

/** Whether a decision acts on a user, whose account may be erased meanwhile. */
export function actsOnUser(type: ReportAction): boolean {
	return type === 'warn_user' || type === 'ban_user';
}
