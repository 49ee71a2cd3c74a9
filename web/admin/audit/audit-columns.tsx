import { actionLabel } from '#contract/core/action-labels.ts';
import type { Severity } from '#contract/core/audit-actions.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import type { Column } from '#web/admin/kit/data-table.tsx';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';
import { formatClock } from '#web/lib/format.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import type { AuditRow } from './group-views.ts';
import { Target } from './target.tsx';

const SEVERITY_TONES: Readonly<Record<Severity, StatusTone>> = {
	HIGH: 'bad',
	MEDIUM: 'warn',
	LOW: 'quiet',
};

export function SeverityLabel({ severity }: { severity: Severity }) {
	return <StatusLabel tone={SEVERITY_TONES[severity]}>{severity}</StatusLabel>;
}

interface ActionNameProps {
	action: string;
	/** The line below the label; the stored name unless given. */
	subtitle?: string;
	/** Cuts both lines, so that the row has the same height beside a panel. */
	isTruncated?: boolean;
}

/** The label of an action and its stored name; rejected attempts are highlighted (spec 2 §9). */
export function ActionName({ action, subtitle = action, isTruncated = false }: ActionNameProps) {
	const colour = action.startsWith('ATTEMPT_') ? 'text-bad' : '';
	const truncateClass = isTruncated ? 'wide:line-clamp-1' : '';
	return (
		<span className="grid">
			<span className={`font-semibold ${colour} ${truncateClass}`}>{actionLabel(action)}</span>
			<span className={`text-xs font-normal text-ink-soft ${truncateClass}`}>
				<BreakableText>{subtitle}</BreakableText>
			</span>
		</span>
	);
}

function ActionCell({ action, count, since }: AuditRow) {
	const timesText = `${count} times since ${formatClock(since)}`;
	return <ActionName action={action} {...(count > 1 && { subtitle: timesText })} isTruncated />;
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
		isHiddenBesidePanel: true,
		cell: ({ severity }) => <SeverityLabel severity={severity} />,
	},
	{ title: 'IP address', visibleFrom: 'wide', cell: ({ ipAddress }) => ipAddress },
	{
		title: 'Details',
		visibleFrom: 'wide',
		cell: ({ details }) => (
			<span className="line-clamp-2">
				<BreakableText>{details}</BreakableText>
			</span>
		),
	},
];
