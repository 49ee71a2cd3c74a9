import { type MouseEvent, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { lazyHydrated } from '#web/ui/lazy-hydrated.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { useDropFirstHead } from './navigation/drop-first-head.ts';
import { useClearPendingLinks } from './navigation/pending-link.ts';
import { usePrefetch } from './navigation/prefetch.ts';
import { NavigationProgressBar } from './navigation/progress-bar.tsx';
import { useScrollRestoration } from './navigation/scroll-restoration.ts';
import { Router } from './router.tsx';
import { Header } from './shell/header.tsx';
import { useMarkHydrated } from './use-mark-hydrated.ts';

const CONTENT_ID = 'content';
/** Pages that stay mounted when only the parameters in their path change. */
const PERSISTENT_PAGES = [PAGES.category, PAGES.chat];

/** Pages that are read to the end. On the others a footer would stand between the user and their work. */
const PAGES_WITH_FOOTER: readonly string[] = [PAGES.home, PAGES.about, PAGES.rules, PAGES.privacy];

/** Below the first screen, so it loads later. */
const Footer = lazyOptional(async () => (await import('./shell/footer.tsx')).Footer);

/** Empty when a page opens, so it loads later. */
const PageStatus = lazyOptional(async () => (await import('./shell/page-status.tsx')).PageStatus);

/** Consists of links, which work without script: it is hydrated later. */
const BottomBar = lazyHydrated(async () => (await import('./shell/bottom-bar.tsx')).BottomBar);

/** Only signed-in users need it. */
const BackgroundTasks = lazyOptional(
	async () => (await import('./background-tasks.tsx')).BackgroundTasks,
);

export function App() {
	const { pathname } = useLocation();
	useScrollRestoration();
	usePrefetch();
	useClearPendingLinks();
	useMarkHydrated();
	useDropFirstHead(pathname);
	// Between categories only the products change, so the pressed tab keeps the focus.
	// Between chats the list beside them stays, too.
	const pageKey = PERSISTENT_PAGES.find((page) => matchPath(page, pathname)) ?? pathname;
	const hasFooter = PAGES_WITH_FOOTER.includes(pathname);

	return (
		<>
			<a
				href={`#${CONTENT_ID}`}
				onClick={skipToContent}
				className="fixed top-2 left-2 z-40 flex min-h-11 -translate-y-20 items-center rounded-button bg-surface px-4 font-semibold text-link focus:translate-y-0"
			>
				Skip to content
			</a>
			<NavigationProgressBar />
			<Header />
			<SignedInTasks />
			<main
				id={CONTENT_ID}
				tabIndex={-1}
				className={`min-h-[calc(100dvh-3.8125rem)] outline-none ${hasFooter ? '' : 'foot-room'}`}
			>
				{/* This boundary is outside the one with the page's key, so that the previous page stays until the next one can be rendered. */}
				<Suspense fallback={<LoadingIndicator />}>
					<ErrorBoundary key={pageKey}>
						<Router />
					</ErrorBoundary>
				</Suspense>
			</main>
			{/* A boundary of its own for each page: React would keep the previous page until the footer's script has loaded. */}
			{hasFooter && (
				<Suspense key={pageKey}>
					<Footer />
				</Suspense>
			)}
			<Suspense>
				<BottomBar />
			</Suspense>
			<Suspense>
				<PageStatus />
			</Suspense>
		</>
	);
}

/**
 * A component of its own, so that the app does not follow the session: that would render all routes again when the session is
 * shown, and React would throw away the server's HTML of parts whose scripts have not loaded, with the presses on their buttons.
 */
function SignedInTasks() {
	const { userId } = useSession();

	return (
		userId !== undefined && (
			<Suspense key={userId}>
				<BackgroundTasks />
			</Suspense>
		)
	);
}

/** Moves the focus by script: a link to `#content` would add a history entry. */
function skipToContent(event: MouseEvent): void {
	event.preventDefault();
	document.getElementById(CONTENT_ID)?.focus();
}
