import { useQuery } from '@tanstack/react-query';
import { Bell, Menu, X } from 'lucide-react';
import { useState } from 'react';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_ROLE_LABELS, ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { CountBadge } from '#web/admin/kit/count-badge.tsx';
import { countsQuery } from '#web/admin/lib/queries.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { useModal } from '#web/ui/use-modal.ts';
import { AdminSearch } from './admin-search.tsx';
import { Brand } from './brand.tsx';
import { hasFullAccess, Nav, type NavProps } from './nav.tsx';

interface MenuSheetProps extends Omit<NavProps, 'onNavigate'> {
	open: boolean;
	onClose: () => void;
}

/** The sidebar on narrow screens: slides in from the left. */
function MenuSheet({ open, onClose, ...navProps }: MenuSheetProps) {
	const modal = useModal(open, onClose);

	return (
		<dialog
			{...modal}
			aria-label="Menu"
			className="side-sheet fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-auto bg-sunken text-ink shadow-float"
		>
			{open && (
				<div className="flex min-h-full flex-col gap-3 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
					<div className="flex items-center justify-between">
						<Brand onNavigate={onClose} />
						<IconButton
							label="Close menu"
							icon={<X aria-hidden="true" className="size-5" />}
							onClick={onClose}
						/>
					</div>
					<p className="px-3 text-sm font-bold">{ADMIN_SESSION_MESSAGES.welcome}</p>
					<Nav {...navProps} onNavigate={onClose} />
				</div>
			)}
		</dialog>
	);
}

/** Search, signed-in administrator and notifications; on narrow screens also the menu button. */
export function TopBar({ role, profile }: Omit<NavProps, 'onNavigate'>) {
	const [isMenuOpen, setIsMenuOpen] = useState(false);

	return (
		<header className="sticky top-0 z-10 flex min-h-17 items-center gap-2 bg-paper px-4 py-2 tablet:gap-4 wide:gap-6 wide:px-7">
			<IconButton
				label="Menu"
				icon={<Menu aria-hidden="true" className="size-5.5" />}
				onClick={() => setIsMenuOpen(true)}
				aria-haspopup="dialog"
				className="-ml-3 wide:hidden"
			/>
			<AdminSearch />
			<div className="ml-auto hidden shrink-0 text-right leading-tight tablet:block">
				<p className="text-xs font-bold">{ADMIN_SESSION_MESSAGES.welcome}</p>
				<p className="text-xs text-ink-soft">
					{profile && (
						<span className="font-semibold text-ink">
							<bdi>{profile.username}</bdi> ·{' '}
						</span>
					)}
					<span>{ADMIN_ROLE_LABELS[role]}</span>
				</p>
			</div>
			<NotificationsLink isEnabled={hasFullAccess(profile)} />
			<MenuSheet
				open={isMenuOpen}
				onClose={() => setIsMenuOpen(false)}
				role={role}
				profile={profile}
			/>
		</header>
	);
}

function NotificationsLink({ isEnabled }: { isEnabled: boolean }) {
	const { data: counts } = useQuery({ ...countsQuery(), enabled: isEnabled });

	return (
		<Link
			to={ADMIN_PAGES.notifications}
			title="Notifications"
			className="relative -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
		>
			<Bell aria-hidden="true" className="size-5.5" />
			<span className="sr-only">Notifications</span>
			{counts && (
				<CountBadge count={counts.unread} label="unread" className="absolute -top-0.5 right-0" />
			)}
		</Link>
	);
}
