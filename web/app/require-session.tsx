import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import type { RequestedPathState } from '#web/lib/session/requested-path-state.ts';
import { useSession } from '#web/lib/session/session.ts';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';

/**
 * Guards routes that need a session: shows a loading indicator while the stored session is checked. Without a session,
 * redirects to the home page, where a link leads to the login and back to the requested page.
 * @param keepMounted keeps the page when the session ends, so that typed text is not lost; submitting then shows an
 * error. If another user signs in, for example in another tab, the page is mounted again, without that text.
 */
export function RequireSession({ keepMounted = false }: { keepMounted?: boolean }) {
	const { status, userId } = useSession();
	const { pathname, search, hash } = useLocation();
	const [owner, setOwner] = useState<number>();
	if (status === 'signed-in' && userId !== owner) setOwner(userId);

	if (status === 'signed-in' || (keepMounted && owner)) return <Outlet key={owner} />;
	if (status === 'checking') return <LoadingIndicator />;
	const state: RequestedPathState = { requestedPath: pathname + search + hash };
	return <Navigate to={PAGES.home} replace state={state} />;
}
