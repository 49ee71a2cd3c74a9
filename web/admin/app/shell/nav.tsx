import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { AdminCounts } from '#contract/admin/notifications.ts';
import { ADMIN_PAGE_TABLE, type AdminPageName } from '#contract/admin/pages.ts';
import {
	ADMIN_ROLE_LABELS,
	type AdminRole,
	type OwnAdministrator,
} from '#contract/admin/session.ts';
import { SECTIONS } from '#web/admin/app/sections.ts';
import { CountBadge } from '#web/admin/kit/count-badge.tsx';
import { leaveOnceConfirmed } from '#web/admin/kit/unsaved-guard.tsx';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { countsQuery } from '#web/admin/lib/queries.ts';
import { endSession } from '#web/admin/lib/session.ts';
import { Link } from '#web/ui/link.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

/** All pages except those before signing in, and the account page, which has its link below the menu. */
const MENU = (Object.keys(ADMIN_PAGE_TABLE) as AdminPageName[]).filter(
	(name) => name !== 'login' && name !== 'choosePassword' && name !== 'account',
);

const ROW_CLASS =
	'flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-field px-3 text-left text-sm font-semibold hover:bg-surface/60 aria-[current]:bg-accent-wash aria-[current]:shadow-[inset_3px_0_0_var(--color-accent)]';

export interface NavProps {
	role: AdminRole;
	/** Undefined until it is loaded. */
	profile: OwnAdministrator | undefined;
	/** Called when an entry was chosen. */
	onNavigate?: () => void;
}

/** The pages that the role may open, the signed-in administrator, and the logout button. */
export function Nav({ role, profile, onNavigate }: NavProps) {
	const { data: counts } = useQuery({ ...countsQuery(), enabled: hasFullAccess(profile) });

	return (
		<>
			<nav aria-label="Back-office" className="grid gap-0.5">
				{MENU.filter((name) => canOpen(role, ADMIN_PAGE_TABLE[name].path)).map((name) => (
					<NavLink key={name} name={name} counts={counts} onNavigate={onNavigate} />
				))}
			</nav>
			<div className="mt-auto grid gap-3">
				<ThemeSwitch isBare />
				<div className="grid gap-0.5">
					<NavLink name="account" onNavigate={onNavigate} />
					<CurrentAdmin role={role} username={profile?.username} />
					<LogoutButton />
				</div>
			</div>
		</>
	);
}

/** Whether this administrator may load more than their own profile. */
export function hasFullAccess(profile: OwnAdministrator | undefined): boolean {
	return profile !== undefined && !profile.mustChangePassword && !profile.mustSetUpTwoStep;
}

interface NavLinkProps {
	name: Exclude<AdminPageName, 'login' | 'choosePassword'>;
	counts?: AdminCounts | undefined;
	onNavigate: (() => void) | undefined;
}

function NavLink({ name, counts, onNavigate }: NavLinkProps) {
	const { pathname } = useLocation();
	const { path, label } = ADMIN_PAGE_TABLE[name];
	const { countKey } = SECTIONS[name];

	return (
		<Link
			to={path}
			aria-current={pathname === path ? 'page' : undefined}
			onClick={onNavigate}
			className={ROW_CLASS}
		>
			{label}
			{countKey && counts && (
				<CountBadge count={counts[countKey]} label="pending" className="ml-auto" />
			)}
		</Link>
	);
}

function CurrentAdmin({ username, role }: { username: string | undefined; role: AdminRole }) {
	return (
		<p className="px-3 text-xs text-ink-soft wrap-anywhere">
			{username && <span className="block font-semibold text-ink">{username}</span>}
			<span>{ADMIN_ROLE_LABELS[role]}</span>
		</p>
	);
}

function LogoutButton() {
	const [isLoggingOut, setIsLoggingOut] = useState(false);

	async function logOut() {
		setIsLoggingOut(true);
		await endSession();
	}

	return (
		<button
			type="button"
			disabled={isLoggingOut}
			onClick={() => leaveOnceConfirmed(() => void logOut())}
			className={`${ROW_CLASS} text-ink-soft disabled:opacity-60`}
		>
			<LogOut aria-hidden="true" className="size-4.5" />
			Logout
		</button>
	);
}
