import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
	AUDIT_LOGS_PAGE_SIZE,
	AUDIT_MESSAGES,
	AUDIT_RANGES,
	type AuditLogEntry,
	exportAuditLogs,
	listAuditLogs,
} from '#contract/admin/audit.ts';
import { AUDIT_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGE_TABLE, ADMIN_PAGES } from '#contract/admin/pages.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { AUDIT_SEVERITY, type Severity } from '#contract/core/audit-actions.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { Column, Filter, FilterValues, ListSection } from '#web/admin/kit/list-section.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { adminsQuery } from '#web/admin/lib/queries.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { formatClock, formatMoment } from '#web/lib/format.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import { toCampusTime } from '#web/lib/time-zone.ts';
import { Link } from '#web/ui/link.tsx';
import { type AuditRow, groupViews, toAuditRows } from './group-view-entries.ts';

const RANGE_OPTIONS = {
	today: 'Today',
	'7days': 'Last 7 days',
	'30days': 'Last 30 days',
	'90days': 'Last 90 days',
	/** Any two days. */
	days: 'Other days',
} as const satisfies Record<keyof typeof AUDIT_RANGES | 'days', string>;

const DEFAULT_RANGE = '7days';

const DAY_MS = 86_400_000;

/**
 * The first and the last day of a range that ends today, as ISO dates in the college's time zone. An unknown range counts
 * as the default.
 */
function datesOfRange(range: string, now = new Date()): { startDate: string; endDate: string } {
	const days =
		AUDIT_RANGES[range in AUDIT_RANGES ? (range as keyof typeof AUDIT_RANGES) : DEFAULT_RANGE];
	const end = toCampusTime(now.toISOString());
	const start = new Date(end.getTime() - (days - 1) * DAY_MS);
	return { startDate: toIsoDate(start), endDate: toIsoDate(end) };
}

const toIsoDate = (date: Date) => date.toISOString().slice(0, 10);

/** An action belongs to the first group whose pattern matches. */
const GROUPS: readonly (readonly [label: string, pattern: RegExp])[] = [
	['Refused or failed', /^ATTEMPT_/],
	['Exports', /_EXPORTED$/],
	['Views', /^VIEW_/],
	['Users', /^USER_/],
	['Items', /^ITEM_/],
	['Wanted posts', /^WANTED_/],
	['Reports', /^REPORT_/],
	['Reviews', /^REVIEW_/],
	['Feedback', /^FEEDBACK_/],
	['Notifications', /^NOTIFICATION_/],
	['Campus', /^CATALOGUE_/],
	['Settings', /^SETTINGS_/],
	['Administrators', /./],
];

/**
 * The groups of the action filter, each with its actions. Reversed, so that the filter ends with views, exports and
 * refusals, although their patterns are tried first.
 */
const ACTION_GROUPS = GROUPS.map(([label]) => {
	const actions = Object.keys(AUDIT_SEVERITY).filter(
		(action) => GROUPS.find(([, pattern]) => pattern.test(action))?.[0] === label,
	);
	return {
		label,
		options: Object.fromEntries(actions.map((action) => [action, actionLabel(action)])),
	};
}).reverse();

/** The default: entries about an administrator who only viewed something (actions `VIEW_…`) are hidden. */
const VIEWS_HIDDEN = 'hidden';
const VIEWS_UNGROUPED = 'each';

const AUDIT_FILTERS: Readonly<Record<string, Filter>> = {
	action: { label: 'Action', options: { all: 'All actions' }, groups: ACTION_GROUPS },
	adminId: { label: 'Administrator', options: { all: 'All administrators' } },
	range: { label: 'Date range', options: RANGE_OPTIONS, initial: DEFAULT_RANGE },
	from: { label: 'From', options: {}, initial: '', isDateShown: hasOwnDays },
	to: { label: 'To', options: {}, initial: '', isDateShown: hasOwnDays },
	views: {
		label: 'Views',
		options: {
			[VIEWS_HIDDEN]: 'Without views',
			grouped: 'Views in groups',
			[VIEWS_UNGROUPED]: 'Every view',
		},
		initial: VIEWS_HIDDEN,
	},
};

/**
 * Converts the filters in the URL to those of the server, which expects dates instead of a named range. The server only
 * hides views; the browser groups them.
 */
function toAuditQuery(filters: FilterValues): FilterValues {
	const { q = '', action = '', adminId = '', range = '', from = '', to = '', views } = filters;
	// When the action filter is set to an action of viewing, views are shown.
	const areHidden = views === VIEWS_HIDDEN && !action.startsWith('VIEW_');
	const dates = hasOwnDays(filters) ? { startDate: from, endDate: to } : datesOfRange(range);
	return { q, action, adminId, ...dates, views: areHidden ? 'hidden' : '' };
}

/** The section, with the administrators as choices of its filter. */
function useSectionWithAdministrators<Row extends { id: number }>(
	section: ListSection<Row>,
): ListSection<Row> {
	const { data: admins } = useQuery(adminsQuery());
	return useMemo(() => {
		const names = (admins ?? []).map(({ id, username }) => [id, username]);
		// In a group, because an object has its numbers first.
		const groups = [{ label: 'Administrators', options: Object.fromEntries(names) }];
		const adminId = { label: 'Administrator', options: { all: 'All administrators' }, groups };
		return { ...section, filters: { ...section.filters, adminId } };
	}, [section, admins]);
}

/** A function declaration, because the filters above refer to it. */
function hasOwnDays({ range }: FilterValues): boolean {
	return range === 'days';
}

const SEVERITY_TONES: Readonly<Record<Severity, StatusTone>> = {
	HIGH: 'bad',
	MEDIUM: 'warn',
	LOW: 'quiet',
};

/** The severity of an audit entry as a coloured label. */
function SeverityLabel({ severity }: { severity: Severity }) {
	return <StatusLabel tone={SEVERITY_TONES[severity]}>{severity}</StatusLabel>;
}

interface ActionNameProps {
	action: string;
	/** The line below the label; the stored name unless given. */
	subtitle?: string;
	/** Keeps both texts whole and on one line on wide screens: the column takes the width that they need. */
	isNowrap?: boolean;
}

/** The label of an action and its stored name; rejected attempts are highlighted. */
function ActionName({ action, subtitle = action, isNowrap = false }: ActionNameProps) {
	const colour = action.startsWith('ATTEMPT_') ? 'text-bad' : '';
	const wrapClass = isNowrap ? 'wide:whitespace-nowrap' : '';
	return (
		<span className="grid">
			<span className={`font-semibold ${colour} ${wrapClass}`}>{actionLabel(action)}</span>
			<span className={`text-xs font-normal text-ink-soft ${wrapClass}`}>
				<BreakableText>{subtitle}</BreakableText>
			</span>
		</span>
	);
}

/** The path of the panel for each kind of target; the id is appended. */
const PANEL_PATHS: Readonly<Record<string, string>> = {
	user: `${ADMIN_PAGES.users}?user=`,
	item: `${ADMIN_PAGES.items}?item=`,
	wanted: `${ADMIN_PAGES.wanted}?wanted=`,
	report: `${ADMIN_PAGES.reports}?report=`,
	'user report': `${ADMIN_PAGES.userReports}?report=`,
	'review report': `${ADMIN_PAGES.reviewReports}?report=`,
	feedback: `${ADMIN_PAGES.feedback}?feedback=`,
};

/** Kinds with a name that needs no colon before it: 'Report about Electric kettle by Meena', 'Feedback from Meena'. */
const KINDS_NAMED_BY_PHRASE: readonly string[] = [
	'report',
	'user report',
	'wanted report',
	'review report',
	'review',
	'feedback',
];

/**
 * What an audit entry is about: 'Item: Electric kettle', 'Report about Electric kettle by Meena', or 'item 7' when no
 * name is known. A link if the target has a panel.
 */
function Target({ target, targetName }: Pick<AuditLogEntry, 'target' | 'targetName'>) {
	const [, kind = '', id = ''] = /^(.+) (\d+)$/.exec(target) ?? [];
	const panelPath = PANEL_PATHS[kind];
	const text = targetName ? (
		<>
			{capitalized(kind)}
			{KINDS_NAMED_BY_PHRASE.includes(kind) ? ' ' : ': '}
			<BreakableText>{targetName}</BreakableText>
		</>
	) : (
		target
	);

	if (!panelPath) return text;
	return (
		<Link to={`${panelPath}${id}`} className="font-semibold text-link">
			{text}
		</Link>
	);
}

function capitalized(text: string): string {
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function ActionCell({ action, count, since }: AuditRow) {
	const timesText = `${count} times since ${formatClock(since)}`;
	return <ActionName action={action} {...(count > 1 && { subtitle: timesText })} isNowrap />;
}

/** The newest target, and the number of others in a row of several views. */
function TargetCell({ targets, ...entry }: AuditRow) {
	const otherCount = targets.size - 1;
	return (
		<span className="grid">
			<span className={otherCount > 0 ? 'wide:line-clamp-1' : 'wide:line-clamp-2'}>
				<Target {...entry} />
			</span>
			{otherCount > 0 && (
				<span className="text-xs text-ink-soft">
					and {otherCount} {otherCount === 1 ? 'other' : 'others'}
				</span>
			)}
		</span>
	);
}

/** The columns of the audit log. */
const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
	{
		title: 'Timestamp',
		cell: ({ timestamp }) => (
			<time dateTime={timestamp} className="tabular-nums">
				<span className="whitespace-nowrap">{formatDate(timestamp)},</span>{' '}
				<span className="whitespace-nowrap">{formatClock(timestamp)}</span>
			</time>
		),
	},
	{ title: 'Administrator', cell: ({ adminUsername }) => adminUsername },
	{ title: 'Action', isMain: true, cell: ActionCell },
	{ title: 'Target', cell: TargetCell },
	{
		title: 'Severity',
		isNowrap: true,
		visibleFrom: 'wide',
		isHiddenBesidePanel: true,
		cell: ({ severity }) => <SeverityLabel severity={severity} />,
	},
	{ title: 'IP address', visibleFrom: 'widest', cell: ({ ipAddress }) => ipAddress },
	{
		title: 'Details',
		visibleFrom: 'widest',
		cell: ({ details }) => (
			<span className="line-clamp-2 max-w-40 @[66rem]:max-w-72">
				<BreakableText>{details}</BreakableText>
			</span>
		),
	},
];

/** The panel's content about one entry of the audit log. */
function AuditDetails({ entry }: { entry: AuditLogEntry }) {
	const { timestamp, adminUsername, action, severity, ipAddress, details } = entry;

	return (
		<dl className="grid gap-3">
			<Detail label="Action">
				<ActionName action={action} />
			</Detail>
			<Detail label="Severity">
				<SeverityLabel severity={severity} />
			</Detail>
			<Detail label="Timestamp">
				{formatMoment(timestamp)}
				<span className="block text-xs text-ink-soft">{timestamp}</span>
			</Detail>
			<Detail label="Administrator">{adminUsername}</Detail>
			<Detail label="Target">
				<Target {...entry} />
			</Detail>
			<Detail label="IP address">{ipAddress}</Detail>
			{details && <Detail label="Details">{details}</Detail>}
		</dl>
	);
}

const { loadFailed } = AUDIT_MESSAGES;

const AUDIT_LOGS: ListSection<AuditRow> = {
	dataKind: 'audit-logs',
	heading: ADMIN_PAGE_TABLE.auditLogs.label,
	noun: { singular: 'entry', plural: 'entries' },
	list: listFrom(listAuditLogs, ({ auditLogs, pagination }) => ({
		rows: toAuditRows(auditLogs),
		pagination,
	})),
	pageSize: AUDIT_LOGS_PAGE_SIZE,
	search: { name: 'q', label: 'Search by name, id or word' },
	filters: AUDIT_FILTERS,
	toQuery: toAuditQuery,
	toShownRows: (rows, { views }) => (views === VIEWS_UNGROUPED ? rows : groupViews(rows)),
	isAppendOnly: true,
	// Unlike other lists, this one shows the server's message even for a 5xx error.
	loadFailed: (error) => errorMessageFor(error, loadFailed, loadFailed),
	nothingFound: {
		title: AUDIT_MESSAGES.empty,
		hint: 'People are found by their name, email address or id, items by their id: “item 7”.',
	},
	nothingYet: { title: AUDIT_MESSAGES.empty },
	columns: AUDIT_COLUMNS,
	nameOf: ({ action, adminUsername }) => `entry: ${actionLabel(action)} by ${adminUsername}`,
	openedParam: 'entry',
	details: {
		title: (entry) => (entry ? actionLabel(entry.action) : 'Entry'),
		// There is no endpoint for one entry, so this loads the newest entry up to `id`. If its id is not `id`, the
		// requested entry does not exist.
		find: async (id, signal) => {
			const query = { upTo: String(id), limit: '1' };
			const { auditLogs } = await callAdminApi(listAuditLogs, { query, signal });
			const [row] = toAuditRows(auditLogs.filter((entry) => entry.id === id));
			if (!row) throw new ApiError(404, AUDIT_ERRORS.notFound);
			return { row };
		},
		render: ({ row }) => <AuditDetails entry={row} />,
	},
	export: {
		endpoint: exportAuditLogs,
		label: 'Export Logs',
		failureMessage: AUDIT_MESSAGES.exportFailed,
		missingMessage: AUDIT_MESSAGES.exportMissing,
	},
};

/** What administrators did and viewed. */
export function AuditLogsPage() {
	return <ListScreen section={useSectionWithAdministrators(AUDIT_LOGS)} />;
}
