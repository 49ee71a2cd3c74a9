import type * as z from 'zod/mini';
import type { notification } from '#contract/admin/notifications.ts';
import type { AdminRole } from '#contract/admin/session.ts';
import { isolated } from '#contract/core/format.ts';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { styleOf, TARGET_LABELS } from './notification-styles.ts';

export type Notification = z.infer<typeof notification>;

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
export function NotificationCard(props: NotificationCardProps) {
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
