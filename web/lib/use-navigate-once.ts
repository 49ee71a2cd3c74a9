import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/**
 * A `navigate` that does nothing once the user has left the page: a late answer must not take them away from the next one.
 */
export function useNavigateOnce() {
	const navigate = useNavigate();
	const { pathname } = useLocation();

	return (to: string, options?: NavigateOptions): void => {
		if (window.location.pathname === pathname) void navigate(to, options);
	};
}
