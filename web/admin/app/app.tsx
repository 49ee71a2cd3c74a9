import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ADMIN_ROOT } from '#contract/admin/pages.ts';
import { ToastRoot } from '#web/admin/kit/toast-root.tsx';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
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

/** A link led to the market, which is another app: the browser has to ask the server for it. */
function LoadMainSite() {
	useEffect(() => window.location.reload(), []);
	return <LoadingIndicator />;
}
