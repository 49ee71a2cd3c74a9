import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { Layout } from '#web/admin/app/shell/layout.tsx';
import { hasFullAccess } from '#web/admin/app/shell/nav.tsx';
import { watchActivity } from '#web/admin/lib/idle.ts';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { profileQuery, refresh } from '#web/admin/lib/queries.ts';
import { endIdleSession, loginStateFor, useStoredAdmin } from '#web/admin/lib/session.ts';
import type { StoredAdmin } from '#web/admin/lib/token.ts';
import { useLiveUpdates } from '#web/admin/lib/use-live-updates.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

/** Warns before an idle session ends, while `onStay` is given. Every way to close the dialog keeps the session. */
function IdleWarningDialog({ onStay }: { onStay: (() => void) | undefined }) {
	const stay = () => onStay?.();

	return (
		<Dialog
			open={onStay !== undefined}
			onClose={stay}
			title={ADMIN_SESSION_MESSAGES.idleWarning}
			role="alertdialog"
		>
			<p>{ADMIN_SESSION_MESSAGES.idleWarningReason}</p>
			<Button variant="main" onClick={stay}>
				{ADMIN_SESSION_MESSAGES.staySignedIn}
			</Button>
		</Dialog>
	);
}

/**
 * Guards the pages: without a token it redirects to the sign-in page. On a page for super administrators,
 * other administrators see an error. An administrator who must choose a password or set up two-step sign-in is
 * redirected to the account page.
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
				<ErrorState isPage message={REQUEST_ERRORS.superAdminOnly.message}>
					<ButtonLink to={ADMIN_PAGES.dashboard}>Dashboard</ButtonLink>
				</ErrorState>
			)}
		</Layout>
	);
}

/**
 * Keeps the server's session alive while the administrator is active, and ends it after inactivity.
 * @returns while the session is about to end, a function that keeps it open; otherwise undefined
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
