import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminWanted, AdminWantedReport } from '#contract/admin/wanted.ts';
import { formatPrice } from '#contract/core/format.ts';
import { REPORT_TYPE_LABELS } from '#contract/reports/facts.ts';
import { HistoryList } from '#web/admin/kit/history-list.tsx';
import type { RowDetails } from '#web/admin/kit/list-section.ts';
import { PublicSiteLink } from '#web/admin/kit/public-site-link.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { wantedPath } from '#web/lib/wanted-paths.ts';
import { Link } from '#web/ui/link.tsx';
import { WantedStatus } from './wanted-status.tsx';

/** A post with its pending reports, which a list does not load. */
export interface WantedWithReports extends AdminWanted {
	pendingReports?: readonly AdminWantedReport[];
}

/** The panel's content about one wanted post. */
export function WantedDetails({ row: post, history }: RowDetails<WantedWithReports>) {
	const { pendingReports = [] } = post;
	const isPublic = post.status === 'live' && !post.isDeleted && !post.User.isBanned;
	return (
		<>
			{pendingReports.length > 0 && <PendingReports reports={pendingReports} />}
			<dl className="grid gap-3">
				<Detail label="Title">{post.title}</Detail>
				{post.note && <Detail label="Note">{post.note}</Detail>}
				{post.maxPrice !== null && <Detail label="At most">{formatPrice(post.maxPrice)}</Detail>}
				{post.category && <Detail label="Category">{post.category}</Detail>}
				{post.subject && <Detail label="Subject">{post.subject}</Detail>}
				<Detail label="Owner">
					<Link
						to={`${ADMIN_PAGES.users}?user=${post.User.id}`}
						className="font-semibold text-link"
					>
						<bdi>{post.User.userName}</bdi>
					</Link>
					{post.User.isBanned && <span className="text-bad"> (banned)</span>}
					{post.User.email && <span>{`\n${post.User.email}`}</span>}
				</Detail>
				<Detail label="Status">
					<WantedStatus status={post.status} isDeleted={post.isDeleted} />
				</Detail>
				<Detail label="Answers">{String(post.answers)}</Detail>
				<Detail label="Created">{formatMoment(post.createdAt)}</Detail>
				<Detail label="Ends">{formatMoment(post.expiresAt)}</Detail>
				{post.adminNotes && <Detail label="Admin notes">{post.adminNotes}</Detail>}
			</dl>
			{isPublic && <PublicSiteLink to={wantedPath(post.id)}>Public page</PublicSiteLink>}
			<HistoryList history={history} />
		</>
	);
}

function PendingReports({ reports }: { reports: readonly AdminWantedReport[] }) {
	return (
		<section aria-label="Pending reports" className="grid gap-3">
			<h3 className="font-text text-base tracking-normal">Pending reports</h3>
			<ul className="grid gap-4">
				{reports.map(({ id, type, complaint, reporter, createdAt }) => (
					<li key={id} className="grid gap-1">
						<p className="text-sm text-ink-soft">{REPORT_TYPE_LABELS[type]}</p>
						<blockquote className="border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
							{complaint}
						</blockquote>
						<p className="text-sm wrap-anywhere">
							{reporter.isGone ? (
								<bdi>{reporter.userName}</bdi>
							) : (
								<Link
									to={`${ADMIN_PAGES.users}?user=${reporter.id}`}
									className="font-semibold text-link"
								>
									<bdi>{reporter.userName}</bdi>
								</Link>
							)}
							<span className="text-ink-soft"> {formatMoment(createdAt)}</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
