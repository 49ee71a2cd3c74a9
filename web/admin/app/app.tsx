import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ADMIN_ROOT } from '#contract/admin/pages.ts';
import { ToastPlace } from '#web/admin/kit/toast-place.tsx';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { OfficeRouter } from './router.tsx';

export function OfficeApp() {
	const { pathname } = useLocation();
	const isHere = pathname === ADMIN_ROOT || pathname.startsWith(`${ADMIN_ROOT}/`);

	if (!isHere) return <ToTheMarket />;
	return (
		<ToastPlace>
			<ErrorBoundary>
				<Suspense fallback={<LoadingIndicator />}>
					<OfficeRouter />
				</Suspense>
			</ErrorBoundary>
		</ToastPlace>
	);
}

/** A link led to the market, which is another app: the browser has to ask the server for it. */
function ToTheMarket() {
	useEffect(() => window.location.reload(), []);
	return <LoadingIndicator />;
}
