import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/**
 * Leads on from the page one is on. Whoever has pressed a link meanwhile is on the way to another one, drawn or not. For
 * the `onSuccess` of one `mutate`, which is not called any more once the form is gone.
 */
export function useNavigateOnce() {
	const navigate = useNavigate();
	const { pathname } = useLocation();

	return (to: string, options?: NavigateOptions): void => {
		if (window.location.pathname === pathname) void navigate(to, options);
	};
}
