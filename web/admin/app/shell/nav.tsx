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
import { mayOpen } from '#web/admin/lib/permissions.ts';
import { countsQuery } from '#web/admin/lib/queries.ts';
import { endSession } from '#web/admin/lib/session.ts';
import { ThemeSwitch } from '#web/app/shell/theme-switch.tsx';
import { Link } from '#web/ui/link.tsx';

interface Entry {
	to: string;
	label: string;
	/** What waits there. */
	count?: Exclude<keyof AdminCounts, 'success' | 'unread'>;
}

const ENTRIES: readonly Entry[] = [
	{ to: ADMIN_PAGES.dashboard, label: 'Dashboard' },
	{ to: ADMIN_PAGES.users, label: 'Users' },
	{ to: ADMIN_PAGES.items, label: 'Items' },
	{ to: ADMIN_PAGES.reports, label: 'Item reports', count: 'pendingReports' },
	{ to: ADMIN_PAGES.userReports, label: 'User reports', count: 'pendingUserReports' },
	{ to: ADMIN_PAGES.feedback, label: 'Feedback', count: 'pendingFeedback' },
	{ to: ADMIN_PAGES.analytics, label: 'Analytics' },
	{ to: ADMIN_PAGES.notifications, label: 'Notifications' },
	{ to: ADMIN_PAGES.auditLogs, label: 'Audit Logs' },
	{ to: ADMIN_PAGES.settings, label: 'Settings' },
];

const ROW =
	'flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-field px-3 text-left text-sm font-semibold hover:bg-surface/60 aria-[current]:bg-accent-wash aria-[current]:shadow-[inset_3px_0_0_var(--color-accent)]';

export interface NavProps {
	role: AdminRole;
	/** Undefined until the server has said who this is. */
	profile: OwnAdministrator | undefined;
	/** An entry was chosen. */
	onLeave?: () => void;
}

/** Everything that the role may open, who one is, and the way out. */
export function Nav({ role, profile, onLeave }: NavProps) {
	const { data: counts } = useQuery({ ...countsQuery(), enabled: isReady(profile) });

	return (
		<>
			<nav aria-label="Back-office" className="grid gap-0.5">
				{ENTRIES.filter(({ to }) => mayOpen(role, to)).map((entry) => (
					<NavLink key={entry.to} {...entry} counts={counts} onLeave={onLeave} />
				))}
			</nav>
			<div className="mt-auto grid gap-3">
				<ThemeSwitch isLabelHidden />
				<div className="grid gap-0.5">
					<NavLink to={ADMIN_PAGES.account} label="Your account" onLeave={onLeave} />
					<Who role={role} username={profile?.username} />
					<LogoutButton />
				</div>
			</div>
		</>
	);
}

/** Whether this administrator may ask for more than who they are. */
export function isReady(profile: OwnAdministrator | undefined): boolean {
	return profile !== undefined && !profile.mustChangePassword && !profile.mustSetUpTwoStep;
}

interface NavLinkProps extends Entry {
	counts?: AdminCounts | undefined;
	onLeave: (() => void) | undefined;
}

function NavLink({ to, label, count, counts, onLeave }: NavLinkProps) {
	const { pathname } = useLocation();

	return (
		<Link
			to={to}
			aria-current={pathname === to ? 'page' : undefined}
			onClick={onLeave}
			className={ROW}
		>
			{label}
			{count && counts && <CountBadge count={counts[count]} what="pending" className="ml-auto" />}
		</Link>
	);
}

function Who({ username, role }: { username: string | undefined; role: AdminRole }) {
	return (
		<p className="px-3 text-xs text-ink-soft wrap-anywhere">
			{username && <span className="block font-semibold text-ink">{username}</span>}
			{ADMIN_ROLE_LABELS[role]}
		</p>
	);
}

function LogoutButton() {
	const [isLeaving, setIsLeaving] = useState(false);

	async function leave() {
		setIsLeaving(true);
		await endSession();
	}

	return (
		<button
			type="button"
			disabled={isLeaving}
			onClick={leave}
			className={`${ROW} text-ink-soft disabled:opacity-60`}
		>
			<LogOut aria-hidden="true" className="size-4.5" />
			Logout
		</button>
	);
}
