import { House, LogOut, Settings, UserRound, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { actionPath } from '#web/lib/paths.ts';
import { logOut, useSession } from '#web/lib/session.ts';
import { site } from '#web/lib/site.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useModal } from '#web/ui/use-modal.ts';
import { Logo } from './logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const ROW =
	'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-field px-3 text-left font-semibold hover:bg-sunken';

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
	const [isLeaving, setIsLeaving] = useState(false);

	async function handleLogout() {
		setIsLeaving(true);
		await logOut();
	}

	return (
		<div className="flex min-h-full flex-col gap-4 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
			<div className="flex items-center justify-between">
				<span className="flex items-center gap-2.5 pl-3 font-display text-[1.25rem] font-extrabold tracking-tight">
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
				<Link to={PAGES.home} onClick={onClose} className={ROW}>
					<House aria-hidden="true" className="size-5" />
					Home
				</Link>
				<Link to={actionPath(PAGES.profile, hasToken)} onClick={onClose} className={ROW}>
					<UserRound aria-hidden="true" className="size-5" />
					My Profile
				</Link>
				{hasToken && (
					<Link to={PAGES.account} onClick={onClose} className={ROW}>
						<Settings aria-hidden="true" className="size-5" />
						Account
					</Link>
				)}
				{hasToken && (
					<button type="button" onClick={handleLogout} disabled={isLeaving} className={ROW}>
						<LogOut aria-hidden="true" className="size-5" />
						Logout
					</button>
				)}
			</nav>
			<ThemeSwitch />
		</div>
	);
}
