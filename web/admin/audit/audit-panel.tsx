import { useQuery } from '@tanstack/react-query';
import { AUDIT_MESSAGES, type AuditLogEntry } from '#contract/admin/audit.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { PanelContent } from '#web/admin/kit/panel-content.tsx';
import { Detail, SidePanel } from '#web/admin/kit/side-panel.tsx';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { formatMoment } from '#web/lib/format.ts';
import { ActionName, SeverityLabel } from './audit-columns.tsx';
import { auditEntryQuery } from './queries.ts';
import { Target } from './target.tsx';

interface AuditPanelProps {
	id: number;
	/** The entry as the list has it. */
	listed: AuditLogEntry | undefined;
	onClose: () => void;
}

/** One entry of the log in full. */
export function AuditPanel({ id, listed, onClose }: AuditPanelProps) {
	const query = useQuery(auditEntryQuery(id, listed));
	const { loadFailed } = AUDIT_MESSAGES;

	return (
		<SidePanel title={query.data ? actionLabel(query.data.action) : 'Entry'} onClose={onClose}>
			<PanelContent
				query={query}
				failureMessage={errorMessageFor(query.error, loadFailed, loadFailed)}
			>
				{(entry) => <EntryDetails entry={entry} />}
			</PanelContent>
		</SidePanel>
	);
}

function EntryDetails({ entry }: { entry: AuditLogEntry }) {
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
