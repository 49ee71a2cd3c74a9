import { DEAL_EVENT_LABELS } from '#contract/admin/deals.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminUserReport } from '#contract/admin/reports.ts';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { PersonLink } from './report-details.tsx';

interface UserReportTargetProps {
	person: AdminUserReport['reportedUser'];
	/** The item that the reported chat was about. */
	itemId: number | null;
	/** The deal in the reported chat; null without one. */
	deal: AdminUserReport['deal'];
}

/** The reported user with their status, and links to them, to the item and to the deal. */
export function UserReportTarget({ person, itemId, deal }: UserReportTargetProps) {
	return (
		<section
			aria-label="Reported user"
			className="flex flex-wrap items-center gap-3 rounded-card border border-line p-3"
		>
			<Avatar name={person.userName} />
			<div className="grid min-w-0 gap-0.5">
				<PersonLink {...person} />
				<PersonStatus person={person} />
				{itemId !== null && (
					<p className="text-sm">
						<span className="text-ink-soft">About: </span>
						<Link to={`${ADMIN_PAGES.items}?item=${itemId}`} className="font-semibold text-link">
							Item {itemId}
						</Link>
					</p>
				)}
				{deal && <ReportedDeal deal={deal} />}
			</div>
		</section>
	);
}

function ReportedDeal({ deal }: { deal: NonNullable<AdminUserReport['deal']> }) {
	const { itemId, itemTitle, lastStep, startedAt } = deal;
	return (
		<p className="text-sm wrap-anywhere">
			<span className="text-ink-soft">Deal: </span>
			<Link to={`${ADMIN_PAGES.items}?item=${itemId}`} className="font-semibold text-link">
				<bdi>{itemTitle}</bdi>
			</Link>
			<span className="text-ink-soft">
				{lastStep
					? `, ${DEAL_EVENT_LABELS[lastStep.type]}, ${formatMoment(lastStep.at)}`
					: `, since ${formatMoment(startedAt)}`}
			</span>
		</p>
	);
}

function PersonStatus({
	person: { isGone, isBanned, isVerified },
}: Pick<UserReportTargetProps, 'person'>) {
	if (isGone) return <StatusLabel tone="quiet">Deleted</StatusLabel>;
	if (isBanned) return <StatusLabel tone="bad">Banned</StatusLabel>;
	if (isVerified) return <StatusLabel tone="good">Verified</StatusLabel>;
	return <StatusLabel tone="quiet">Unverified</StatusLabel>;
}
