import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';

/**
 * A `navigate` that does nothing once the user has left the page: a late answer must not take them away from the next
 * page. While the maintenance page covers this page, the navigation waits until maintenance has ended.
 */
export function useNavigateOnce() {
	const navigate = useNavigate();
	const { pathname } = useLocation();

	return (to: string, options?: NavigateOptions): void => {
		const navigateIfHere = () => {
			if (window.location.pathname === pathname) void navigate(to, options);
		};
		if (window.location.pathname === PAGES.maintenance) runAfterMaintenance(navigateIfHere);
		else navigateIfHere();
	};
}

function runAfterMaintenance(action: () => void): void {
	// Imported on demand: the script is needed only during maintenance, when it is already loaded.
	import('./api/maintenance.ts')
		.then(({ afterMaintenance }) => afterMaintenance(action))
		.catch(() => undefined);
}
