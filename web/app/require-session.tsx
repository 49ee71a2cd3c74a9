import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import type { RequestedPathState } from '#web/lib/session/requested-path-state.ts';
import { useSession } from '#web/lib/session/session.ts';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';

/**
 * Signed-in routes: the loading indicator while the stored session is checked, home without one (spec 1 §2), with a line
 * there that leads to the login and back to the page that was asked for.
 * @param keepsWork a session that ends while someone fills in the page leaves it standing: nothing typed is lost,
 * and submitting says what is missing
 */
export function RequireSession({ keepMounted = false }: { keepMounted?: boolean }) {
	const { status } = useSession();
	const { pathname, search, hash } = useLocation();
	const [wasSignedIn, setWasSignedIn] = useState(false);
	if (status === 'signed-in' && !wasSignedIn) setWasSignedIn(true);

	if (status === 'signed-in' || (keepMounted && wasSignedIn)) return <Outlet />;
	if (status === 'checking') return <LoadingIndicator />;
	const state: RequestedPathState = { turnedAwayFrom: pathname + search + hash };
	return <Navigate to={PAGES.home} replace state={state} />;
}
