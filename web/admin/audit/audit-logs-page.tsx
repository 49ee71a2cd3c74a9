import { useQuery } from '@tanstack/react-query';
import { AUDIT_MESSAGES, type AuditLogEntry, exportAuditLogs } from '#contract/admin/audit.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { DataTable } from '#web/admin/kit/data-table.tsx';
import { ExportButton } from '#web/admin/kit/export-button.tsx';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useOpened } from '#web/admin/kit/use-filters.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { ActionSelect } from './action-select.tsx';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { groupViews, linesOf } from './group-views.ts';
import {
	type AuditFilters,
	auditLogsQuery,
	auditQueryOf,
	VIEW_OPTIONS,
	VIEWS_EACH,
	VIEWS_HIDDEN,
} from './queries.ts';
import { FIRST_RANGE, RANGE_OPTIONS } from './range.ts';
import { useAuditFilters } from './use-audit-filters.ts';

/** 'entry: Item banned by Sunita Rao'. */
const nameOf = ({ action, adminUsername }: AuditLogEntry) =>
	`entry: ${actionLabel(action)} by ${adminUsername}`;

/** What administrators did and saw (spec 2 §2, "Audit logs"). */
export function AuditLogsPage() {
	const { filters, page, change, turnTo, rows } = useAuditFilters();
	const { opened, open } = useOpened('entry');
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
						failed={AUDIT_MESSAGES.exportFailed}
						missing={AUDIT_MESSAGES.exportMissing}
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
					// Here the server's words come first whatever failed, as nowhere else (spec 2 §8).
					failed={errorMessageFor(list.error, loadFailed, loadFailed)}
					empty={{ title: AUDIT_MESSAGES.empty }}
					one="entry"
					many="entries"
					onTurn={(wanted) => turnTo(wanted, entries[0]?.id)}
					rows={rows}
					isEmpty={({ auditLogs }) => auditLogs.length === 0}
				>
					{({ auditLogs }, isBusy) => (
						<DataTable
							label="Audit logs"
							columns={AUDIT_COLUMNS}
							rows={filters.views === VIEWS_EACH ? linesOf(auditLogs) : groupViews(auditLogs)}
							idOf={({ id }) => id}
							nameOf={nameOf}
							open={({ id }) => open(id, { isMove: opened !== undefined })}
							openedId={opened}
							isBusy={isBusy}
						/>
					)}
				</ListBody>
			</div>
			{opened !== undefined && !list.isPending && (
				<AuditPanel
					id={opened}
					known={entries.find(({ id }) => id === opened)}
					onClose={() => open(undefined)}
				/>
			)}
		</div>
	);
}

interface AuditToolbarProps {
	filters: AuditFilters;
	onChange: (changes: Partial<AuditFilters>, how?: { isTyping: boolean }) => void;
}

function AuditToolbar({ filters, onChange }: AuditToolbarProps) {
	return (
		<Toolbar
			values={[
				[filters.action, 'all'],
				[filters.range, FIRST_RANGE],
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
