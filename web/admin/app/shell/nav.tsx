import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { AdminCounts } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	ADMIN_ROLE_LABELS,
	type AdminRole,
	type OwnAdministrator,
} from '#contract/admin/session.ts';
import { CountBadge } from '#web/admin/kit/count-badge.tsx';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { countsQuery } from '#web/admin/lib/queries.ts';
import { endSession } from '#web/admin/lib/session.ts';
import { Link } from '#web/ui/link.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

interface NavEntry {
	to: string;
	label: string;
	/** The count of pending work shown at this entry. */
	countKey?: Exclude<keyof AdminCounts, 'success' | 'unread'>;
}

const NAV_ENTRIES: readonly NavEntry[] = [
	{ to: ADMIN_PAGES.dashboard, label: 'Dashboard' },
	{ to: ADMIN_PAGES.users, label: 'Users' },
	{ to: ADMIN_PAGES.items, label: 'Items' },
	{ to: ADMIN_PAGES.reports, label: 'Item reports', countKey: 'pendingReports' },
	{ to: ADMIN_PAGES.userReports, label: 'User reports', countKey: 'pendingUserReports' },
	{ to: ADMIN_PAGES.feedback, label: 'Feedback', countKey: 'pendingFeedback' },
	{ to: ADMIN_PAGES.analytics, label: 'Analytics' },
	{ to: ADMIN_PAGES.notifications, label: 'Notifications' },
	{ to: ADMIN_PAGES.auditLogs, label: 'Audit Logs' },
	{ to: ADMIN_PAGES.settings, label: 'Settings' },
];

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
				{NAV_ENTRIES.filter(({ to }) => canOpen(role, to)).map((entry) => (
					<NavLink key={entry.to} {...entry} counts={counts} onNavigate={onNavigate} />
				))}
			</nav>
			<div className="mt-auto grid gap-3">
				<ThemeSwitch isBare />
				<div className="grid gap-0.5">
					<NavLink to={ADMIN_PAGES.account} label="Your account" onNavigate={onNavigate} />
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

interface NavLinkProps extends NavEntry {
	counts?: AdminCounts | undefined;
	onNavigate: (() => void) | undefined;
}

function NavLink({ to, label, countKey, counts, onNavigate }: NavLinkProps) {
	const { pathname } = useLocation();

	return (
		<Link
			to={to}
			aria-current={pathname === to ? 'page' : undefined}
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
			{ADMIN_ROLE_LABELS[role]}
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
			onClick={logOut}
			className={`${ROW_CLASS} text-ink-soft disabled:opacity-60`}
		>
			<LogOut aria-hidden="true" className="size-4.5" />
			Logout
		</button>
	);
}
