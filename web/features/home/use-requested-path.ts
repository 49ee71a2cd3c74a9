import { useLocation } from 'react-router';
import type { RequestedPathState } from '#web/lib/session/requested-path-state.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/**
 * The path from which `RequireSession` redirected a visitor to the home page. Undefined without a redirect, and until the
 * page is hydrated, because the server does not know the history state.
 */
export function useRequestedPath(): string | undefined {
	const { state } = useLocation();
	return useIsHydrated() ? (state as RequestedPathState | null)?.requestedPath : undefined;
}
