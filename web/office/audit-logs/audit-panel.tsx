import type { AuditEntry } from '#contract/admin/audit-logs.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Fact, SidePanel } from '../parts/side-panel.tsx';
import { ActionWords, SeverityWord } from './audit-columns.tsx';
import { Target } from './target.tsx';

interface AuditPanelProps {
	entry: AuditEntry;
	onClose: () => void;
}

/** One entry of the log in full. */
export function AuditPanel({ entry, onClose }: AuditPanelProps) {
	const { id, timestamp, adminUsername, action, severity, ipAddress, details } = entry;

	return (
		<SidePanel title={`Entry ${id}`} onClose={onClose}>
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
				<Fact label="Details">{details}</Fact>
			</dl>
		</SidePanel>
	);
}
