import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { AdminHistory } from '#contract/admin/history.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Pagination } from '#contract/core/paging.ts';
import type { AdminDataKind } from '#web/admin/lib/queries.ts';
import type { FailureMessage } from './query-content.tsx';
import type { SortValues } from './sort-header.tsx';
import type { ChangeReply } from './use-admin-change.ts';
import type { ListAction } from './use-list-keys.ts';

/** Filters by name, as they are in the URL; the server validates their values. */
export type FilterValues = Readonly<Record<string, string>>;

/** A filter as a select, or as a date. */
export interface Filter {
	label: string;
	/** Labels by value, in order. */
	options: Readonly<Record<string, string>>;
	/** More options, grouped under a label. */
	groups?: readonly { label: string; options: Readonly<Record<string, string>> }[];
	/** The value when nothing was chosen; `all` unless given. */
	initial?: string;
	/** A date is typed instead of chosen from `options`. The field is there only while this is true of all filters. */
	isDateShown?: (values: FilterValues) => boolean;
	/** True for the most used filter: all its choices are visible. */
	isSegmented?: boolean;
}

export interface ListPage<Row> {
	rows: readonly Row[];
	pagination: Pagination;
}

/** The data of a list: how it is loaded, searched and filtered. */
export interface ListSource<Page extends ListPage<{ id: number }>> {
	/**
	 * The first word of the list's query keys, and the name of its live events. Sort order and page size are remembered
	 * under this name.
	 */
	dataKind: AdminDataKind;
	heading: string;
	/** What is counted: 'user', 'users'. */
	noun: { singular: string; plural: string };
	/** The default page size. */
	pageSize: number;
	search: { name: 'q' | 'search'; label: string };
	/** The filters in order, by their names in the URL. */
	filters: Readonly<Record<string, Filter>>;
	list: (query: FilterValues, signal: AbortSignal) => Promise<Page>;
	/** Converts the filters in the URL to those of the server, where they differ. */
	toQuery?: (filters: FilterValues) => FilterValues;
	/** Shown when loading fails and the server gave no message. */
	loadFailed: FailureMessage;
	/** Shown when the filters match nothing. */
	nothingFound: EmptyText;
	/** Shown when there are no rows at all. */
	nothingYet: EmptyText;
	/**
	 * True for the audit log: its rows never change, and each time it is read, a row about that is added. Later pages are
	 * counted from the newest row of the first page, so that new rows do not shift these pages. The panel shows a listed
	 * row as it is, without loading it.
	 */
	isAppendOnly?: boolean;
}

interface EmptyText {
	title: string;
	hint?: string;
}

/** A section of the back-office that is a table of rows: everything `ListScreen` needs to know about it. */
export interface ListSection<Row extends { id: number }> extends ListSource<ListPage<Row>> {
	columns: readonly Column<Row>[];
	/** Converts the loaded rows to the rows of the table, where one row of the table stands for several loaded rows. */
	toShownRows?: (rows: readonly Row[], filters: FilterValues) => readonly Row[];
	/** The name of a row, used in the labels of its buttons. */
	nameOf: (row: Row) => string;
	/** The parameter of the URL with the id of the row that is open in the panel. */
	openedParam: string;
	/** The panel; absent where the screen renders one of its own. */
	details?: RowDetailsOptions<Row>;
	/** The actions on a row, in the list and in the panel. */
	rowActions?: (row: Row) => readonly RowAction[];
	/** Shortcuts besides those of every list, each with what it does. */
	keys?: Readonly<Record<string, string>>;
	/** The bulk actions on selected rows; absent for lists without a selection. */
	bulk?: BulkOptions<Row>;
	/** The download of the filtered rows. */
	export?: ExportOptions;
	/** Queries that are reloaded after a change; those of the section itself unless given. */
	reloads?: readonly AdminDataKind[];
	/** Shown when a change fails and the server gave no message. */
	changeFailed?: string;
}

export interface Column<Row> {
	/** The column header, and on phones the label beside the value; '' when the value needs none. */
	title: string;
	cell: (row: Row) => ReactNode;
	/** Numbers are right-aligned. */
	isNumeric?: boolean;
	/** Short values that stay on one line: a date, a category. */
	isNowrap?: boolean;
	/** Names the row: on phones it stands above the other cells. */
	isMain?: boolean;
	/** Hidden in a list that is narrower than this; the panel shows the value too. */
	visibleFrom?: 'wide' | 'widest';
	/** The values of the filter `sort` that order by this column. */
	sort?: SortValues;
	/** Stays visible beside an open panel, even where otherwise only the main column has room. */
	isShownBesidePanel?: boolean;
	/** Hidden beside an open panel, which shows the value too. */
	isHiddenBesidePanel?: boolean;
	/** On one line, cut at its end. */
	isTruncated?: boolean;
}

export interface RowDetails<Row> {
	row: Row;
	/** Loaded for the panel only, not for a list. */
	history?: AdminHistory;
}

interface RowDetailsOptions<Row> {
	/** The title of the panel; undefined while the row is not loaded. */
	title: (row: Row | undefined) => string;
	find: (id: number, signal: AbortSignal) => Promise<RowDetails<Row>>;
	render: (details: RowDetails<Row>) => ReactNode;
}

/** An action that changes a row. `confirm` asks for confirmation first, `ask` for a text. */
export interface RowAction extends Omit<ListAction, 'run'> {
	/** @param text what was typed; '' unless the action asks for a text */
	send: (text: string) => Promise<ChangeReply>;
	confirm?: { title: string; question: string };
	ask?: TextQuestion;
	/** Shown while the change waits for ten seconds and can be undone. Without this message the change is sent at once. */
	delayedMessage?: string;
	/** True when the row is gone afterwards: its panel closes. */
	removesRow?: boolean;
}

/** Asks for a text before an action: a reason, a warning. */
export interface TextQuestion {
	title: string;
	/** Says what will happen. */
	description: string;
	/** Label of the field. */
	label: string;
	hint?: string;
	/** The contract's schema of the field `name`. */
	schema: z.ZodMiniType<Readonly<Record<string, string | undefined>>>;
	name: string;
}

interface BulkOptions<Row> {
	/** Label of the checkbox that selects the whole page. */
	allLabel: string;
	isSelectable?: (row: Row) => boolean;
	changes: readonly BulkChange<Row>[];
}

/** An action on the selected rows. Rows that have the resulting state already are left out. */
export interface BulkChange<Row> {
	label: string;
	/** The verb of the preview where the label has further words: 'Approve' for 'Approve selected'. */
	verb?: string;
	/** The state after the change: 'banned'. */
	state: string;
	isAlready: (row: Row) => boolean;
	consequence?: string;
	isDestructive?: boolean;
	/** Says who will read the reason. Absent if no reason is asked for. */
	reasonHint?: string;
	send: (ids: number[], reason: string) => Promise<ChangeReply>;
}

interface ExportOptions {
	endpoint: Endpoint;
	label: string;
	failureMessage: string;
	/** Shown when the server has no such export (404, 501). */
	missingMessage?: string;
}
