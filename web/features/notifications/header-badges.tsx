import { Bell, type LucideIcon, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { Link } from '#web/ui/link.tsx';
import { formatBadgeCount, type UnreadCounts, useUnread } from './unread.ts';
import { useLiveUpdates } from './use-live-updates.ts';
import { useUnreadTitle } from './use-unread-title.ts';

/**
 * The header's links to notifications and chats with their unread counts, large enough for touch. On phones the link to
 * chats is in the bottom bar instead.
 */
export function HeaderBadges() {
	const counts = useUnread();
	const screenReaderText = useScreenReaderText(counts);
	useLiveUpdates();
	useUnreadTitle(counts ? counts.chats + counts.notifications : 0);

	return (
		<>
			<BadgeLink
				to={PAGES.notifications}
				icon={Bell}
				name={PAGE_TABLE.notifications.label}
				unread={counts?.notifications ?? 0}
			/>
			<BadgeLink
				to={PAGES.chats}
				icon={MessageSquare}
				name={PAGE_TABLE.chats.label}
				unread={counts?.chats ?? 0}
				className="hidden tablet:grid"
			/>
			<span role="status" className="sr-only">
				{screenReaderText}
			</span>
		</>
	);
}

interface BadgeLinkProps {
	to: string;
	icon: LucideIcon;
	name: string;
	unread: number;
	className?: string;
}

function BadgeLink({ to, icon: Icon, name, unread, className = 'grid' }: BadgeLinkProps) {
	const { pathname } = useLocation();

	return (
		<Link
			to={to}
			aria-label={unread > 0 ? `${name}, ${unread} unread` : name}
			aria-current={pathname === to ? 'page' : undefined}
			className={`relative size-11 place-items-center rounded-full hover:bg-sunken ${className}`}
		>
			<Icon aria-hidden="true" className="size-5.5" />
			{unread > 0 && (
				<span
					aria-hidden="true"
					className="absolute top-0.5 left-1/2 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-bold text-on-accent tabular-nums ring-2 ring-paper"
				>
					{formatBadgeCount(unread)}
				</span>
			)}
		</Link>
	);
}

/** The screen reader text for increased counts; the initial counts are not announced. */
function useScreenReaderText(counts: UnreadCounts | undefined): string {
	const [known, setKnown] = useState(counts);
	const [screenReaderText, setScreenReaderText] = useState('');
	if (counts && (counts.chats !== known?.chats || counts.notifications !== known.notifications)) {
		setKnown(counts);
		setScreenReaderText(known ? describeIncrease(known, counts) : '');
	}
	return screenReaderText;
}

function describeIncrease(before: UnreadCounts, now: UnreadCounts): string {
	if (now.chats > before.chats) return `${now.chats} unread ${now.chats === 1 ? 'chat' : 'chats'}`;
	if (now.notifications <= before.notifications) return '';
	return `${now.notifications} unread ${now.notifications === 1 ? 'notification' : 'notifications'}`;
}
