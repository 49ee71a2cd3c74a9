import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
	ADMIN_NOTIFICATION_LIMITS,
	ADMIN_NOTIFICATION_MESSAGES,
	deleteNotification,
	markNotificationsRead,
} from '#contract/admin/notifications.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import { FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useFilters } from '#web/admin/kit/use-filters.ts';
import { useMutationWithUndo } from '#web/admin/kit/use-mutation-with-undo.ts';
import { focusList } from '#web/admin/kit/use-row-focus.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { type Notification, NotificationCard } from './notification-card.tsx';
import { NOTIFICATION_STYLES } from './notification-styles.ts';
import { notificationListQuery } from './queries.ts';

const FILTERS = { q: '', type: 'all', limit: String(ADMIN_NOTIFICATION_LIMITS.page) };

const TYPE_OPTIONS: Readonly<Record<string, string>> = {
	all: 'All types',
	...Object.fromEntries(
		Object.entries(NOTIFICATION_STYLES).map(([type, { label }]) => [type, label]),
	),
};

const NOTHING_FOUND = { title: 'No notifications match these filters.' };
const NOTHING_YET = {
	title: 'No notifications yet',
	hint: 'New reports, new feedback and what administrators tell each other are listed here.',
};

export function NotificationsPage() {
	const { filters, page, isFiltered, change, goToPage, pageSize } = useFilters(
		FILTERS,
		'notifications',
	);
	const list = useQuery(notificationListQuery(filters, page));

	return (
		<div className="grid gap-4">
			<NotificationsHeader unread={list.data?.unread ?? 0} newest={list.data?.newest} />
			<div>
				<Toolbar
					values={[[filters.type, 'all']]}
					search={
						<SearchField
							label="Search notifications"
							value={filters.q}
							onSearch={(q) => change({ q }, { isTyping: true })}
						/>
					}
				>
					<FilterSelect
						label="Type"
						value={filters.type}
						options={TYPE_OPTIONS}
						onChange={(type) => change({ type })}
					/>
				</Toolbar>
				<ListBody
					label="Notifications"
					query={list}
					failureMessage={ADMIN_NOTIFICATION_MESSAGES.loadFailed}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					singular="notification"
					plural="notifications"
					onPageChange={goToPage}
					pageSize={pageSize}
					isEmpty={({ notifications }) => notifications.length === 0}
				>
					{({ notifications }, isBusy) => (
						<NotificationList notifications={notifications} isBusy={isBusy} />
					)}
				</ListBody>
			</div>
		</div>
	);
}

interface NotificationsHeaderProps {
	unread: number;
	/** The newest id of the loaded list: later ones were not shown. */
	newest: number | undefined;
}

function NotificationsHeader({ unread, newest }: NotificationsHeaderProps) {
	const [isCreating, setIsCreating] = useState(false);
	const markingRead = useMutationWithUndo({
		run: (upTo: number | undefined) =>
			callAdminApi(markNotificationsRead, { query: upTo === undefined ? {} : { upTo } }),
		subjects: ['notifications'],
		failureMessage: COMMON_MESSAGES.failed,
	});

	return (
		<div className="flex min-h-11 flex-wrap items-center gap-2">
			<PageHeading size="text-2xl" className="mr-auto">
				Notifications
			</PageHeading>
			{unread > 0 && (
				<Button
					size="small"
					busy={markingRead.isPending}
					// The button itself is gone then.
					onClick={() => markingRead.mutate(newest, { onSuccess: focusList })}
				>
					Mark all as read
				</Button>
			)}
			<Button size="small" variant="main" onClick={() => setIsCreating(true)}>
				Create Notification
			</Button>
			<CreateDialog open={isCreating} onClose={() => setIsCreating(false)} />
		</div>
	);
}

interface NotificationListProps {
	notifications: readonly Notification[];
	isBusy: boolean;
}

function NotificationList({ notifications, isBusy }: NotificationListProps) {
	const { data: profile } = useQuery(profileQuery());
	const [deleting, setDeleting] = useState<Notification>();
	const removal = useMutationWithUndo({
		run: (id: number) => callAdminApi(deleteNotification, { params: { id } }),
		subjects: ['notifications'],
		failureMessage: ADMIN_NOTIFICATION_MESSAGES.deleteFailed,
	});

	async function remove({ id }: Notification): Promise<void> {
		// A toast reports the failure; the dialog closes either way.
		await removal.mutateAsync(id).catch(() => undefined);
		setDeleting(undefined);
	}

	return (
		<>
			<ul aria-busy={isBusy || undefined} className="grid gap-2 aria-busy:opacity-60">
				{notifications.map((notification) => (
					<li key={notification.id}>
						<NotificationCard
							notification={notification}
							role={profile?.roleLevel}
							onDelete={() => setDeleting(notification)}
						/>
					</li>
				))}
			</ul>
			<ConfirmDialog
				open={deleting !== undefined}
				title="Delete notification"
				question={deleting ? questionOf(deleting) : ''}
				confirmLabel="Delete"
				busy={removal.isPending}
				onConfirm={() => deleting && void remove(deleting)}
				onCancel={() => setDeleting(undefined)}
			/>
		</>
	);
}

function questionOf({ title, target }: Notification): string {
	const whoElse = target === 'all' ? ' Users lose it as well.' : '';
	return `Delete “${title}”?${whoElse} This can't be undone.`;
}
