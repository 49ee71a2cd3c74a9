import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ADMIN_ROOT } from '#contract/admin/pages.ts';
import { ToastRoot } from '#web/admin/kit/toast-root.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { AdminRouter } from './router.tsx';

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

/** For a link to the market, which is another app: the browser loads the page from the server. */
function LoadMainSite() {
	useEffect(() => window.location.reload(), []);
	return <LoadingIndicator />;
}
