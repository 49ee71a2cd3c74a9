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

/** Pages with text to read or browse. On other pages, such as chats and forms, a footer would only be in the way. */
const PAGES_WITH_FOOTER: readonly string[] = [PAGES.home, PAGES.about, PAGES.rules, PAGES.privacy];

/** Loads after the page, because it is below the first screen. */
const Footer = lazyOptional(async () => (await import('./shell/footer.tsx')).Footer);

/** Loads after the page, because it is empty when a page opens. */
const PageStatus = lazyOptional(async () => (await import('./shell/page-status.tsx')).PageStatus);

/** Hydrated after the page: its links work without script. */
const BottomBar = lazyHydrated(async () => (await import('./shell/bottom-bar.tsx')).BottomBar);

/** Loaded only for signed-in users. */
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
	// From one category to another only the products change, so the pressed tab keeps the focus. From one chat to
	// another, the list of chats beside the chat stays as it is.
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
				{/* Outside of the keyed ErrorBoundary, so that the previous page stays until the next page can be rendered. */}
				<Suspense fallback={<LoadingIndicator />}>
					<ErrorBoundary key={pageKey}>
						<Router />
					</ErrorBoundary>
				</Suspense>
			</main>
			{/* Keyed by page: otherwise React would keep the previous page visible until the footer's script has loaded. */}
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
 * The background tasks of a signed-in user. A separate component, so that a change of the session does not render `App`
 * and all routes again. React would then discard the server's HTML of parts whose scripts have not loaded, and lose
 * presses on their buttons.
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
