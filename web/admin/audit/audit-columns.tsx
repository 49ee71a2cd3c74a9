import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import type { Column } from '#web/admin/kit/list-section.ts';
import { formatClock } from '#web/lib/format.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import { ActionName } from './action-name.tsx';
import type { AuditRow } from './group-view-entries.ts';
import { SeverityLabel } from './severity-label.tsx';
import { Target } from './target.tsx';

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
export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
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
