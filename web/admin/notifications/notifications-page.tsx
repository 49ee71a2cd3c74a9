import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import {
	ADMIN_NOTIFICATION_LIMITS,
	ADMIN_NOTIFICATION_MESSAGES,
	deleteNotification,
	listNotifications,
	markNotificationRead,
	markNotificationsRead,
	type notification,
} from '#contract/admin/notifications.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import type { AdminRole } from '#contract/admin/session.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { isolated } from '#contract/core/format.ts';
import { ListBody } from '#web/admin/kit/list-body.tsx';
import type { ListPage, ListSource } from '#web/admin/kit/list-section.ts';
import { Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { listFrom, useList } from '#web/admin/kit/use-list.ts';
import { focusList } from '#web/admin/kit/use-row-focus.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { CreateDialog, NOTIFICATION_STYLES, styleOf, TARGET_LABELS } from './create-dialog.tsx';

type Notification = z.infer<typeof notification>;

interface NotificationCardProps {
	notification: Notification;
	/** Role of the signed-in administrator. */
	role: AdminRole | undefined;
	/** Called when 'Mark as read' is pressed. */
	onMarkRead: () => void;
	/** Called when 'Open' is pressed, a link to the page that the notification is about. */
	onOpen: () => void;
	onDelete: () => void;
}

/** One notification; its type shows as border, icon and text. */
function NotificationCard(props: NotificationCardProps) {
	const { notification, role, onMarkRead, onOpen, onDelete } = props;
	const { title, about, message, type, target, link, createdAt, isRead } = notification;
	const { icon: Icon, label, colourClass, borderClass } = styleOf(type);

	return (
		<article
			aria-label={title}
			className={`grid gap-x-3 gap-y-1 rounded-card border border-l-4 border-line bg-surface p-4 wide:grid-cols-[auto_1fr_auto] ${borderClass}`}
		>
			<Icon aria-hidden="true" className={`mt-0.5 hidden size-5 wide:block ${colourClass}`} />
			<div className="grid min-w-0 gap-1">
				<h2 className="flex flex-wrap items-center gap-2 font-text text-base tracking-normal">
					<span className={isRead ? 'font-semibold' : 'font-bold'}>{title}</span>
					{!isRead && (
						<span className="rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
							Unread
						</span>
					)}
				</h2>
				{about !== undefined && <p className="text-sm font-semibold wrap-anywhere">{about}</p>}
				<p className="text-sm wrap-anywhere whitespace-pre-line">{message}</p>
				<p className="flex flex-wrap gap-x-3 text-xs text-ink-soft">
					<span className={`font-semibold ${colourClass}`}>{label}</span>
					<span>{TARGET_LABELS[target]}</span>
					<TimeAgo iso={createdAt} />
				</p>
			</div>
			<div className="-ml-4 flex flex-wrap items-start gap-1 wide:ml-0">
				{link && canOpen(role, link) && (
					<ButtonLink
						to={link}
						size="small"
						variant="quiet"
						aria-label={`Open ${isolated(title)}`}
						onClick={onOpen}
					>
						Open
					</ButtonLink>
				)}
				{!isRead && (
					<Button
						size="small"
						variant="quiet"
						aria-label={`Mark as read: ${isolated(title)}`}
						onClick={onMarkRead}
					>
						Mark as read
					</Button>
				)}
				<Button
					size="small"
					variant="quiet"
					aria-label={`Delete ${isolated(title)}`}
					onClick={onDelete}
				>
					<span className="text-bad">Delete</span>
				</Button>
			</div>
		</article>
	);
}

interface NotificationPage extends ListPage<Notification> {
	unread: number;
	/** The newest id when the list was loaded. Later notifications were not shown, so “Mark all as read” skips them. */
	newest?: number | undefined;
}

const NOTIFICATIONS: ListSource<NotificationPage> = {
	dataKind: 'notifications',
	heading: ADMIN_PAGE_TABLE.notifications.label,
	noun: { singular: 'notification', plural: 'notifications' },
	list: listFrom(listNotifications, ({ notifications, ...page }) => ({
		rows: notifications,
		...page,
	})),
	pageSize: ADMIN_NOTIFICATION_LIMITS.page,
	search: { name: 'q', label: 'Search notifications' },
	filters: {
		type: {
			label: 'Type',
			options: {
				all: 'All types',
				...Object.fromEntries(
					Object.entries(NOTIFICATION_STYLES).map(([type, { label }]) => [type, label]),
				),
			},
		},
	},
	loadFailed: ADMIN_NOTIFICATION_MESSAGES.loadFailed,
	nothingFound: { title: 'No notifications match these filters.' },
	nothingYet: {
		title: 'No notifications yet',
		hint: 'New reports, new feedback and what administrators tell each other are listed here.',
	},
};

/** The notifications for administrators and those sent to users, with search, filter and deletion. */
export function NotificationsPage() {
	const list = useList(NOTIFICATIONS);
	const page = list.query.data;

	return (
		<div className="grid gap-4">
			<NotificationsHeader unread={page?.unread ?? 0} newest={page?.newest} />
			<div>
				<Toolbar source={NOTIFICATIONS} values={list.filters} onChange={list.change} />
				<ListBody source={NOTIFICATIONS} list={list}>
					{({ rows }, isBusy) => <NotificationList notifications={rows} isBusy={isBusy} />}
				</ListBody>
			</div>
		</div>
	);
}

interface NotificationsHeaderProps {
	unread: number;
	newest: number | undefined;
}

function NotificationsHeader({ unread, newest }: NotificationsHeaderProps) {
	const [isCreating, setIsCreating] = useState(false);
	const markingRead = useAdminChange({
		run: (upTo: number | undefined) =>
			callAdminApi(markNotificationsRead, { query: upTo === undefined ? {} : { upTo } }),
		dataKinds: ['notifications'],
		failureMessage: REQUEST_ERRORS.failed.message,
	});

	return (
		<div className="flex min-h-11 flex-wrap items-center gap-2">
			<PageHeading size="text-2xl" className="mr-auto">
				{NOTIFICATIONS.heading}
			</PageHeading>
			{unread > 0 && (
				<Button
					size="small"
					busy={markingRead.isPending}
					// The pressed button disappears, so the focus moves to the list.
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
	const markingRead = useAdminChange({
		// Without a message there is no toast: the card shows the change, and 'Open' leads to another page.
		run: async (id: number) => {
			await callAdminApi(markNotificationRead, { params: { id } });
			return {};
		},
		dataKinds: ['notifications'],
		failureMessage: REQUEST_ERRORS.failed.message,
	});
	const removal = useAdminChange({
		run: (id: number) => callAdminApi(deleteNotification, { params: { id } }),
		dataKinds: ['notifications'],
		failureMessage: ADMIN_NOTIFICATION_MESSAGES.deleteFailed,
		isDoneWithoutReload: true,
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
							// The pressed button disappears, so the focus moves to the list.
							onMarkRead={() => markingRead.mutate(notification.id, { onSuccess: focusList })}
							onOpen={() => notification.isRead || markingRead.mutate(notification.id)}
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
	const effectOnUsers = target === 'all' ? ' Users lose it as well.' : '';
	return `Delete “${isolated(title)}”?${effectOnUsers} This can't be undone.`;
}
