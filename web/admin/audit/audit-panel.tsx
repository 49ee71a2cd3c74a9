import { useQuery } from '@tanstack/react-query';
import { AUDIT_MESSAGES, type AuditLogEntry } from '#contract/admin/audit.ts';
import { actionLabel } from '#contract/core/action-labels.ts';
import { PanelAnswer } from '#web/admin/kit/panel-answer.tsx';
import { Fact, SidePanel } from '#web/admin/kit/side-panel.tsx';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { formatMoment } from '#web/lib/format.ts';
import { ActionWords, SeverityWord } from './audit-columns.tsx';
import { auditEntryQuery } from './queries.ts';
import { Target } from './target.tsx';

interface AuditPanelProps {
	id: number;
	/** As the list has it. */
	known: AuditLogEntry | undefined;
	onClose: () => void;
}

/** One entry of the log in full. */
export function AuditPanel({ id, known, onClose }: AuditPanelProps) {
	const query = useQuery(auditEntryQuery(id, known));
	const { loadFailed } = AUDIT_MESSAGES;

	return (
		<SidePanel title={query.data ? actionLabel(query.data.action) : 'Entry'} onClose={onClose}>
			<PanelAnswer query={query} failed={errorMessageFor(query.error, loadFailed, loadFailed)}>
				{(entry) => <EntryFacts entry={entry} />}
			</PanelAnswer>
		</SidePanel>
	);
}

function EntryFacts({ entry }: { entry: AuditLogEntry }) {
	const { timestamp, adminUsername, action, severity, ipAddress, details } = entry;

	return (
		<dl className="grid gap-3">
			<Fact label="Action">
				<ActionWords action={action} />
			</Fact>
			<Fact label="Severity">
				<SeverityWord severity={severity} />
			</Fact>
			<Fact label="Timestamp">
				{formatMoment(timestamp)}
				<span className="block text-xs text-ink-soft">{timestamp}</span>
			</Fact>
			<Fact label="Administrator">{adminUsername}</Fact>
			<Fact label="Target">
				<Target {...entry} />
			</Fact>
			<Fact label="IP address">{ipAddress}</Fact>
			{details && <Fact label="Details">{details}</Fact>}
		</dl>
	);
}
