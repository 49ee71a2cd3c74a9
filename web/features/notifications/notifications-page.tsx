import { useInfiniteQuery } from '@tanstack/react-query';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notificationsQuery } from './list-queries.ts';
import { NotificationList } from './notification-list.tsx';
import { PREFERENCES_ANCHOR } from './preferences-anchor.ts';

/** The user's notifications, newest first. */
export function NotificationsPage() {
	return (
		<div className="wrap grid content-start gap-4 py-8">
			<div className="mx-auto grid w-full max-w-3xl min-w-0 content-start gap-4">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<PageHeading>{PAGE_TABLE.notifications.label}</PageHeading>
					<Link
						to={`${PAGES.account}#${PREFERENCES_ANCHOR}`}
						className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline underline-offset-4"
					>
						Notification settings
					</Link>
				</div>
				<Notifications />
			</div>
		</div>
	);
}

function Notifications() {
	const listing = useInfiniteQuery(notificationsQuery());
	const entries = listing.data?.pages.flatMap((page) => page.notifications);
	const failure = errorMessageFor(
		listing.error,
		NOTIFICATION_MESSAGES.loadFailed,
		ITEM_MESSAGES.noConnection,
	);

	if (!entries) {
		return listing.isError ? (
			<ErrorState error={listing.error} message={failure} onRetry={() => void listing.refetch()} />
		) : (
			<ListSkeleton />
		);
	}
	return (
		<>
			<NotificationList entries={entries} listing={listing} failure={failure} />
			{entries.length === 0 && (
				<EmptyState
					title={NOTIFICATION_MESSAGES.empty}
					action={
						<ButtonLink variant="main" to={categoryPath()}>
							See what is on sale
						</ButtonLink>
					}
				>
					{NOTIFICATION_MESSAGES.emptyHint}
				</EmptyState>
			)}
		</>
	);
}

function ListSkeleton() {
	return (
		<div role="status" className="grid gap-5 pt-4">
			<span className="sr-only">Loading your notifications…</span>
			{[1, 2, 3, 4].map((row) => (
				<div key={row} className="grid grid-cols-[2.5rem_1fr] gap-3">
					<Skeleton className="size-10 rounded-full" />
					<div className="grid gap-2">
						<Skeleton className="h-5 w-3/5" />
						<Skeleton className="h-4 w-4/5" />
					</div>
				</div>
			))}
		</div>
	);
}
