import { useLocation } from 'react-router';
import type { RequestedPathState } from '#web/lib/session/requested-path-state.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** The address from which the guard redirected a visitor to the home page; undefined if it did not. */
export function useRequestedPath(): string | undefined {
	const { state } = useLocation();
	return useIsHydrated() ? (state as RequestedPathState | null)?.turnedAwayFrom : undefined;
}
