import { useQueryClient } from '@tanstack/react-query';
import {
	BellRing,
	Bookmark,
	Check,
	Flag,
	HandHelping,
	Hourglass,
	IndianRupee,
	type LucideIcon,
	MapPin,
	Megaphone,
	MessageSquare,
	PackageCheck,
	PackageX,
	ShieldAlert,
	Star,
	Store,
	TrendingDown,
	Users,
} from 'lucide-react';
import { useRef } from 'react';
import { isolated } from '#contract/core/format.ts';
import { NOTIFICATION_MESSAGES, type NotificationKind } from '#contract/notifications/facts.ts';
import type { NotificationEntry } from '#contract/notifications/schemas.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';

const ICONS: Record<NotificationKind, LucideIcon> = {
	message: MessageSquare,
	sale: PackageCheck,
	offer: IndianRupee,
	reservation: Bookmark,
	'queue-turn': Users,
	handover: MapPin,
	review: Star,
	'price-drop': TrendingDown,
	'back-on-sale': Store,
	'wanted-answer': HandHelping,
	'wanted-ending': Hourglass,
	'search-alert': BellRing,
	'item-moderated': PackageX,
	warning: ShieldAlert,
	report: Flag,
	announcement: Megaphone,
};

interface NotificationRowProps {
	entry: NotificationEntry;
	onRead: () => void;
}

/** One notification; pressing it opens the related page and marks it as read. */
export function NotificationRow({ entry, onRead }: NotificationRowProps) {
	const row = useRef<HTMLLIElement>(null);
	const client = useQueryClient();
	const { kind, title, message, link, createdAt, isRead } = entry;
	const Icon = ICONS[kind];

	function handleOpen() {
		if (!isRead) onRead();
		// The cached data of the linked page may lack the new item or the decision on the report.
		if (kind === 'search-alert') void client.invalidateQueries({ queryKey: ['items', 'listing'] });
		if (kind === 'report') void client.invalidateQueries({ queryKey: ['reports'] });
	}

	function handleRead() {
		// The button disappears: keep the focus in the row.
		row.current?.focus();
		onRead();
	}

	return (
		<li
			ref={row}
			tabIndex={-1}
			className={`relative grid grid-cols-[2.5rem_1fr_2.75rem] items-start gap-x-3 px-3 py-4 ${link ? 'hover:bg-sunken' : ''}`}
		>
			<span
				aria-hidden="true"
				className={`grid size-10 place-items-center rounded-full ${isRead ? 'bg-sunken text-ink-soft' : 'bg-accent-wash text-ink'}`}
			>
				<Icon className="size-5" />
			</span>
			<div className="grid min-w-0 gap-0.5">
				<p className={`wrap-anywhere ${isRead ? '' : 'font-semibold'}`}>
					{!isRead && (
						<>
							<span
								aria-hidden="true"
								className="mr-2 inline-block size-2.5 rounded-full bg-accent ring-1 ring-edge"
							/>
							<span className="sr-only">Unread: </span>
						</>
					)}
					{link ? (
						<Link to={link} onClick={handleOpen} className="after:absolute after:inset-0">
							{title}
						</Link>
					) : (
						<span>{title}</span>
					)}
				</p>
				<p className="max-w-prose text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
					{message}
				</p>
				<p className="text-xs text-ink-soft">
					<TimeAgo iso={createdAt} />
				</p>
			</div>
			{!isRead && (
				<IconButton
					label={`${NOTIFICATION_MESSAGES.markRead}: ${isolated(title)}`}
					icon={<Check aria-hidden="true" className="size-5" />}
					onClick={handleRead}
					className="relative"
				/>
			)}
		</li>
	);
}
