import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/**
 * Navigates only while the address is still that of the page: a user who has followed another link meanwhile stays there.
 */
export function useNavigateOnce() {
	const navigate = useNavigate();
	const { pathname } = useLocation();

	return (to: string, options?: NavigateOptions): void => {
		if (window.location.pathname === pathname) void navigate(to, options);
	};
}
