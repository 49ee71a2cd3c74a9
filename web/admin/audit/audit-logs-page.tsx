import { useQuery } from '@tanstack/react-query';
import { AUDIT_MESSAGES, type AuditLogEntry, exportAuditLogs } from '#contract/admin/audit.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { DataTable } from '#web/admin/kit/data-table.tsx';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useOpenedId } from '#web/admin/kit/use-filters.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { ActionSelect } from './action-select.tsx';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { groupViews, toAuditRows } from './group-views.ts';
import {
	type AuditFilters,
	auditLogsQuery,
	auditQueryOf,
	VIEW_OPTIONS,
	VIEWS_HIDDEN,
	VIEWS_SHOWN,
} from './queries.ts';
import { DEFAULT_RANGE, RANGE_OPTIONS } from './range.ts';
import { useAuditFilters } from './use-audit-filters.ts';

/** 'entry: Item banned by Sunita Rao'. */
const nameOf = ({ action, adminUsername }: AuditLogEntry) =>
	`entry: ${actionLabel(action)} by ${adminUsername}`;

/** What administrators did and viewed (spec 2 §2, "Audit logs"). */
export function AuditLogsPage() {
	const { filters, page, change, goToPage, pageSize } = useAuditFilters();
	const { openedId, open } = useOpenedId('entry');
	const list = useQuery(auditLogsQuery(filters, page));
	const entries = list.data?.auditLogs ?? [];
	const { loadFailed } = AUDIT_MESSAGES;

	return (
		<div className="grid gap-4">
			<ListHeading
				aside={
					<ExportButton
						endpoint={exportAuditLogs}
						input={{ query: auditQueryOf(filters) }}
						label="Export Logs"
						failureMessage={AUDIT_MESSAGES.exportFailed}
						missingMessage={AUDIT_MESSAGES.exportMissing}
					/>
				}
			>
				Audit Logs
			</ListHeading>
			<div>
				<AuditToolbar filters={filters} onChange={change} />
				<ListBody
					label="Audit logs"
					query={list}
					// Only here does the server's message win for every kind of failure (spec 2 §8).
					failureMessage={errorMessageFor(list.error, loadFailed, loadFailed)}
					empty={{ title: AUDIT_MESSAGES.empty }}
					singular="entry"
					plural="entries"
					onPageChange={(nextPage) => goToPage(nextPage, entries[0]?.id)}
					pageSize={pageSize}
					isEmpty={({ auditLogs }) => auditLogs.length === 0}
				>
					{({ auditLogs }, isBusy) => (
						<DataTable
							label="Audit logs"
							columns={AUDIT_COLUMNS}
							rows={filters.views === VIEWS_SHOWN ? toAuditRows(auditLogs) : groupViews(auditLogs)}
							idOf={({ id }) => id}
							nameOf={nameOf}
							open={({ id }) => open(id, { shouldReplace: openedId !== undefined })}
							openedId={openedId}
							isBusy={isBusy}
						/>
					)}
				</ListBody>
			</div>
			{openedId !== undefined && !list.isPending && (
				<AuditPanel
					id={openedId}
					listed={entries.find(({ id }) => id === openedId)}
					onClose={() => open(undefined)}
				/>
			)}
		</div>
	);
}

interface AuditToolbarProps {
	filters: AuditFilters;
	onChange: (changes: Partial<AuditFilters>, options?: { isTyping: boolean }) => void;
}

function AuditToolbar({ filters, onChange }: AuditToolbarProps) {
	return (
		<Toolbar
			values={[
				[filters.action, 'all'],
				[filters.range, DEFAULT_RANGE],
				[filters.views, VIEWS_HIDDEN],
			]}
			search={
				<SearchField
					label="Search logs"
					value={filters.q}
					onSearch={(q) => onChange({ q }, { isTyping: true })}
				/>
			}
		>
			<ActionSelect value={filters.action} onChange={(action) => onChange({ action })} />
			<FilterSelect
				label="Date range"
				value={filters.range}
				options={RANGE_OPTIONS}
				onChange={(range) => onChange({ range })}
			/>
			<FilterSelect
				label="Views"
				value={filters.views}
				options={VIEW_OPTIONS}
				onChange={(views) => onChange({ views })}
			/>
		</Toolbar>
	);
}
