import { type MouseEvent, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { Brand } from './brand.tsx';
import { MaintenanceBanner } from './maintenance-banner.tsx';
import { Nav, type NavProps } from './nav.tsx';
import { TopBar } from './top-bar.tsx';

const CONTENT_ID = 'content';

/** The frame around every page of the back-office. */
export function Layout({
	children,
	...navProps
}: Omit<NavProps, 'onNavigate'> & { children: ReactNode }) {
	const { pathname } = useLocation();
	const navigationType = useNavigationType();

	const startAtTop = useEffectEvent(() => {
		// On Back the browser restores the scroll position.
		if (navigationType !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
	});

	useEffect(() => {
		// Only for another path: filters, page number and open panel are in the query string.
		if (pathname) startAtTop();
	}, [pathname]);

	return (
		<div className="min-h-dvh wide:grid wide:grid-cols-[min(15.75rem,25vw)_minmax(0,1fr)]">
			<a
				href={`#${CONTENT_ID}`}
				onClick={skipToContent}
				className="fixed top-2 left-2 z-40 flex min-h-11 -translate-y-20 items-center rounded-button bg-surface px-4 font-semibold text-link focus:translate-y-0"
			>
				Skip to content
			</a>
			<aside
				aria-label="Sidebar"
				className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-r border-line bg-sunken p-3 wide:flex"
			>
				<Brand />
				<Nav {...navProps} />
			</aside>
			<div className="min-w-0">
				<MaintenanceBanner role={navProps.role} />
				<TopBar {...navProps} />
				<main
					id={CONTENT_ID}
					tabIndex={-1}
					className="px-4 pt-2 pb-24 outline-none wide:px-7 wide:pb-12"
				>
					<ErrorBoundary key={pathname}>
						<Suspense fallback={<LoadingIndicator />}>{children}</Suspense>
					</ErrorBoundary>
				</main>
			</div>
		</div>
	);
}

/** Moves the focus to the content. Following the link would add an entry ending in `#content` to the history. */
function skipToContent(event: MouseEvent): void {
	event.preventDefault();
	document.getElementById(CONTENT_ID)?.focus();
}
