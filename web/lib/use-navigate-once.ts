import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/**
 * Navigates only if the user is still on the page; a user who has followed another link stays there. For the
 * `onSuccess` option of `mutate`, which is not called after the form is unmounted.
 */
export function useNavigateOnce() {
	const navigate = useNavigate();
	const { pathname } = useLocation();

	return (to: string, options?: NavigateOptions): void => {
		if (window.location.pathname === pathname) void navigate(to, options);
	};
}
