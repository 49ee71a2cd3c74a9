import {
	Bell,
	Flag,
	House,
	Info,
	LogOut,
	type LucideIcon,
	MessageSquare,
	Settings,
	Star,
	UserRound,
	X,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { ChatsBadge } from '#web/features/chat/inbox/chats-badge.tsx';
import { actionPath } from '#web/lib/paths.ts';
import { logOut, useSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { useModal } from '#web/ui/use-modal.ts';

const ROW_CLASS =
	'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-field px-3 text-left font-semibold wrap-anywhere hover:bg-sunken';

/** The menu that slides in from the left. */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
	const modal = useModal(open, onClose);

	return (
		<dialog
			{...modal}
			aria-label="Menu"
			className="side-sheet fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-80 max-w-[85vw] overflow-auto bg-surface text-ink shadow-float"
		>
			{open && <MenuContent onClose={onClose} />}
		</dialog>
	);
}

function MenuContent({ onClose }: { onClose: () => void }) {
	const { hasToken } = useSession();
	const [isLoggingOut, setIsLoggingOut] = useState(false);

	async function handleLogout() {
		setIsLoggingOut(true);
		await logOut();
	}

	return (
		<div className="flex min-h-full flex-col gap-4 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
			<div className="flex items-center justify-between">
				<span className="flex min-w-0 flex-1 flex-wrap items-center gap-2.5 pl-3 font-display wrap-anywhere text-[1.25rem] font-extrabold tracking-tight">
					<Logo />
					{site.name}
				</span>
				<IconButton
					label="Close menu"
					icon={<X aria-hidden="true" className="size-5" />}
					onClick={onClose}
				/>
			</div>
			<nav aria-label="Menu">
				<MenuLink to={PAGES.home} icon={House} onClick={onClose}>
					Home
				</MenuLink>
				<MenuLink to={actionPath(PAGES.profile, hasToken)} icon={UserRound} onClick={onClose}>
					My Profile
				</MenuLink>
				{hasToken && (
					<>
						<MenuLink to={PAGES.chats} icon={MessageSquare} onClick={onClose}>
							My Chats <ChatsBadge className="ml-auto" />
						</MenuLink>
						<MenuLink to={PAGES.notifications} icon={Bell} onClick={onClose}>
							Notifications
						</MenuLink>
						<MenuLink to={PAGES.myReports} icon={Flag} onClick={onClose}>
							My Reports
						</MenuLink>
						<MenuLink to={PAGES.account} icon={Settings} onClick={onClose}>
							Account
						</MenuLink>
					</>
				)}
				<MenuLink to={PAGES.about} icon={Info} onClick={onClose}>
					About Us
				</MenuLink>
				<MenuLink to={PAGES.feedback} icon={Star} onClick={onClose}>
					Feedback
				</MenuLink>
				{hasToken && (
					<button
						type="button"
						onClick={handleLogout}
						disabled={isLoggingOut}
						className={ROW_CLASS}
					>
						<LogOut aria-hidden="true" className="size-5" />
						Logout
					</button>
				)}
			</nav>
			<ThemeSwitch />
			{/* Most pages have no footer with these links. */}
			<div className="flex flex-wrap text-sm">
				<SmallLink to={PAGES.rules} onClick={onClose}>
					Rules
				</SmallLink>
				<SmallLink to={PAGES.privacy} onClick={onClose}>
					Privacy
				</SmallLink>
			</div>
		</div>
	);
}

interface SmallLinkProps {
	to: string;
	onClick: () => void;
	children: ReactNode;
}

interface MenuLinkProps extends SmallLinkProps {
	icon: LucideIcon;
}

function MenuLink({ to, icon: Icon, onClick, children }: MenuLinkProps) {
	return (
		<Link to={to} onClick={onClick} className={ROW_CLASS}>
			<Icon aria-hidden="true" className="size-5 shrink-0" />
			{children}
		</Link>
	);
}

function SmallLink({ to, onClick, children }: SmallLinkProps) {
	return (
		<Link
			to={to}
			onClick={onClick}
			className="flex min-h-11 min-w-11 items-center rounded-field px-3 text-ink-soft hover:bg-sunken"
		>
			{children}
		</Link>
	);
}
