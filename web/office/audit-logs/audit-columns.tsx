import { actionWords } from '#contract/admin/action-words.ts';
import type { Severity } from '#contract/admin/audit-actions.ts';
import { formatClock } from '#web/lib/format.ts';
import { formatDate } from '#web/lib/short-dates.ts';
import type { Column } from '../parts/data-table.tsx';
import { type StatusTone, StatusWord } from '../parts/status-word.tsx';
import { Words } from '../parts/words.tsx';
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

/** What was done, in words and as the log calls it; attempts stand out (spec 2 §9). */
export function ActionWords({ action }: { action: string }) {
	const colour = action.startsWith('ATTEMPT_') ? 'text-bad' : '';
	return (
		<span className="grid">
			<span className={`font-semibold ${colour}`}>{actionWords(action)}</span>
			<span className="text-xs font-normal text-ink-soft">
				<Words>{action}</Words>
			</span>
		</span>
	);
}

function ActionCell({ action, count, since }: AuditLine) {
	return (
		<>
			<ActionWords action={action} />
			{count > 1 && (
				<span className="text-xs font-normal text-ink-soft">
					{count} times since {formatClock(since)}
				</span>
			)}
		</>
	);
}

export const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
	{
		title: 'Timestamp',
		cell: ({ timestamp }) => (
			<time dateTime={timestamp} className="tabular-nums">
				{formatDate(timestamp)}, {formatClock(timestamp)}
			</time>
		),
	},
	{ title: 'Administrator', cell: ({ adminUsername }) => adminUsername },
	{ title: 'Action', isMain: true, cell: ActionCell },
	{ title: 'Target', cell: (entry) => <Target {...entry} /> },
	{
		title: 'Severity',
		isShort: true,
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
