import {
	Bell,
	BellRing,
	Flag,
	Handshake,
	Heart,
	House,
	Info,
	LogOut,
	type LucideIcon,
	MessageSquare,
	Search,
	Settings,
	Star,
	UserRound,
	X,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PAGE_TABLE, PAGES, type Page } from '#contract/core/pages.ts';
import { ChatsBadge } from '#web/features/chat/inbox/chats-badge.tsx';
import { actionPath } from '#web/lib/paths.ts';
import { logOut, useSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { useModal } from '#web/ui/use-modal.ts';

/** The pages in the menu, in its order. Their icons are here and not in `routes.ts`, which every first page loads. */
const MENU: readonly (readonly [page: Page, icon: LucideIcon])[] = [
	[PAGE_TABLE.home, House],
	[PAGE_TABLE.wanted, Search],
	[PAGE_TABLE.profile, UserRound],
	[PAGE_TABLE.chats, MessageSquare],
	[PAGE_TABLE.myDeals, Handshake],
	[PAGE_TABLE.saved, Heart],
	[PAGE_TABLE.notifications, Bell],
	[PAGE_TABLE.searches, BellRing],
	[PAGE_TABLE.myReports, Flag],
	[PAGE_TABLE.account, Settings],
	[PAGE_TABLE.about, Info],
	[PAGE_TABLE.feedback, Star],
];

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
	// Visitors see the link to the profile too, which leads to the login.
	const entries = MENU.filter(
		([{ path, access }]) => access === 'anyone' || hasToken || path === PAGES.profile,
	);

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
				{entries.map(([{ path, access, label }, icon]) => (
					<MenuLink
						key={path}
						to={access === 'user' ? actionPath(path, hasToken) : path}
						icon={icon}
						onClick={onClose}
					>
						{label}
						{path === PAGES.chats && (
							<>
								{' '}
								<ChatsBadge className="ml-auto" />
							</>
						)}
					</MenuLink>
				))}
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
				{[PAGE_TABLE.rules, PAGE_TABLE.privacy].map(({ path, label }) => (
					<SmallLink key={path} to={path} onClick={onClose}>
						{label}
					</SmallLink>
				))}
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
