import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ADMIN_ROOT } from '#contract/admin/pages.ts';
import { ToastRoot } from '#web/admin/kit/toast-root.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { AdminRouter } from './router.tsx';

/** The back-office app: its routes, toasts and error boundary. A path of the market is loaded from the server. */
export function AdminApp() {
	const { pathname } = useLocation();
	const isAdminPath = pathname === ADMIN_ROOT || pathname.startsWith(`${ADMIN_ROOT}/`);

	if (!isAdminPath) return <LoadMainSite />;
	return (
		<ToastRoot>
			<ErrorBoundary>
				<Suspense fallback={<LoadingIndicator />}>
					<AdminRouter />
				</Suspense>
			</ErrorBoundary>
		</ToastRoot>
	);
}

/** Reloads the page: the router has followed a link to the market, which is another app. */
function LoadMainSite() {
	useEffect(() => window.location.reload(), []);
	return <LoadingIndicator />;
}
