import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { watchActivity } from '#web/admin/lib/idle.ts';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { profileQuery, refresh } from '#web/admin/lib/queries.ts';
import { endIdleSession, loginStateFor, useStoredAdmin } from '#web/admin/lib/session.ts';
import type { StoredAdmin } from '#web/admin/lib/token.ts';
import { useLiveUpdates } from '#web/admin/lib/use-live-updates.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { IdleWarningDialog } from './shell/idle-warning-dialog.tsx';
import { Layout } from './shell/layout.tsx';
import { hasFullAccess } from './shell/nav.tsx';

/**
 * Guarded screens: without a token they lead to the sign-in (spec 2 §2). A screen for super administrators says so to others;
 * whoever must choose a password of their own, or set up two-step sign-in, is led there first.
 */
export function RequireAdmin() {
	const admin = useStoredAdmin();
	const { pathname, search } = useLocation();
	if (!admin)
		return <Navigate to={ADMIN_PAGES.login} state={loginStateFor(pathname + search)} replace />;
	return <SignedInLayout key={admin.token} admin={admin} />;
}

function SignedInLayout({ admin }: { admin: StoredAdmin }) {
	const { pathname } = useLocation();
	const { data: profile } = useQuery(profileQuery());
	const hasRequiredAction = profile !== undefined && !hasFullAccess(profile);
	useLiveUpdates(admin.token, !hasRequiredAction);
	const stay = useSessionActivity();
	const role = profile?.roleLevel ?? admin.role;

	if (hasRequiredAction && pathname !== ADMIN_PAGES.account) {
		return <Navigate to={ADMIN_PAGES.account} replace />;
	}
	return (
		<Layout role={role} profile={profile}>
			<IdleWarningDialog onStay={stay} />
			{canOpen(role, pathname) ? (
				<Outlet />
			) : (
				<ErrorState isPage message={COMMON_MESSAGES.superAdminOnly}>
					<ButtonLink to={ADMIN_PAGES.dashboard}>Dashboard</ButtonLink>
				</ErrorState>
			)}
		</Layout>
	);
}

/**
 * Keeps the server's session while somebody works here, and ends it when nobody does.
 * @returns what says that somebody is there, where the end is near
 */
function useSessionActivity(): (() => void) | undefined {
	const client = useQueryClient();
	const [stay, setStay] = useState<() => void>();

	useEffect(
		() =>
			watchActivity({
				onIdle: endIdleSession,
				onNearIdle: (staySignedIn) => setStay(() => staySignedIn),
				onActive: () => void refresh(client, 'profile').catch(() => undefined),
			}),
		[client],
	);
	return stay;
}
