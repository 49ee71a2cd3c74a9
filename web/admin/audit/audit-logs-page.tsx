import {
	AUDIT_LOGS_PAGE_SIZE,
	AUDIT_MESSAGES,
	exportAuditLogs,
	listAuditLogs,
} from '#contract/admin/audit.ts';
import { AUDIT_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { ListScreen } from '#web/admin/kit/list-screen.tsx';
import type { ListSection } from '#web/admin/kit/list-section.ts';
import { listFrom } from '#web/admin/kit/use-list.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditDetails } from './audit-details.tsx';
import {
	AUDIT_FILTERS,
	toAuditQuery,
	useSectionWithAdministrators,
	VIEWS_UNGROUPED,
} from './audit-filters.ts';
import { type AuditRow, groupViews, toAuditRows } from './group-view-entries.ts';

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
