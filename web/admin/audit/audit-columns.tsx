import { actionLabel } from '#contract/core/action-labels.ts';
import type { Severity } from '#contract/core/audit-actions.ts';
import type { Column } from '#web/admin/kit/data-table.tsx';
import { type StatusTone, StatusWord } from '#web/admin/kit/status-word.tsx';
import { Words } from '#web/admin/kit/words.tsx';
import { formatClock } from '#web/lib/format.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import type { AuditLine } from './group-views.ts';
import { Target } from './target.tsx';

const SEVERITY_TONES: Readonly<Record<Severity, StatusTone>> = {
	HIGH: 'bad',
	MEDIUM: 'warn',
	LOW: 'quiet',
};

export function SeverityWord({ severity }: { severity: Severity }) {
	return <StatusWord tone={SEVERITY_TONES[severity]}>{severity}</StatusWord>;
}

interface ActionWordsProps {
	action: string;
	/** Below the words; the name in the log unless given. */
	below?: string;
	/** Cuts both lines, so that the row is as high beside a panel as without one. */
	isCut?: boolean;
}

/** What was done, in words and as the log calls it; attempts stand out (spec 2 §9). */
export function ActionWords({ action, below = action, isCut = false }: ActionWordsProps) {
	const colour = action.startsWith('ATTEMPT_') ? 'text-bad' : '';
	const cut = isCut ? 'wide:line-clamp-1' : '';
	return (
		<span className="grid">
			<span className={`font-semibold ${colour} ${cut}`}>{actionLabel(action)}</span>
			<span className={`text-xs font-normal text-ink-soft ${cut}`}>
				<Words>{below}</Words>
			</span>
		</span>
	);
}

function ActionCell({ action, count, since }: AuditLine) {
	const times = `${count} times since ${formatClock(since)}`;
	return <ActionWords action={action} {...(count > 1 && { below: times })} isCut />;
}

/** The newest of the targets, and how many others a line of several views has. */
function TargetCell({ targets, ...entry }: AuditLine) {
	const others = targets.size - 1;
	return (
		<span className="grid">
			<span className={others > 0 ? 'wide:line-clamp-1' : 'wide:line-clamp-2'}>
				<Target {...entry} />
			</span>
			{others > 0 && (
				<span className="text-xs text-ink-soft">
					and {others} {others === 1 ? 'other' : 'others'}
				</span>
			)}
		</span>
	);
}

export const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
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
		isShort: true,
		isSpare: true,
		cell: ({ severity }) => <SeverityWord severity={severity} />,
	},
	{ title: 'IP address', only: 'wide', cell: ({ ipAddress }) => ipAddress },
	{
		title: 'Details',
		only: 'wide',
		cell: ({ details }) => (
			<span className="line-clamp-2">
				<Words>{details}</Words>
			</span>
		),
	},
];
