import type { AuditLogEntry } from '#contract/admin/audit.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { ActionName } from './action-name.tsx';
import { SeverityLabel } from './severity-label.tsx';
import { Target } from './target.tsx';

/** The panel's content about one entry of the audit log. */
export function AuditDetails({ entry }: { entry: AuditLogEntry }) {
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
