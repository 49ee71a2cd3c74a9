import { type MouseEvent, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { drawnPart } from '#web/ui/drawn-part.ts';
import { lazyExtra } from '#web/ui/lazy-extra.ts';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useFollowedLinks } from './navigation/followed-link.ts';
import { usePrefetch } from './navigation/prefetch.ts';
import { TurningBar } from './navigation/progress-bar.tsx';
import { useScrollMemory } from './navigation/scroll-restoration.ts';
import { Router } from './router.tsx';
import { Header } from './shell/header.tsx';
import { useTakenOver } from './use-hydrated.ts';

const CONTENT = 'content';
/** Pages whose address changes while they stay. */
const LASTING = [PAGES.category, PAGES.chat];

/** Pages that are read from top to bottom. Elsewhere a footer is only in the way of what one does. */
const WITH_FOOTER: readonly string[] = [PAGES.home, PAGES.about, PAGES.rules, PAGES.privacy];

/** Below the first screen. */
const Footer = lazyExtra(async () => (await import('./shell/footer.tsx')).Footer);

/** Nothing is said in them as a page begins. */
const PageNotes = lazyExtra(async () => (await import('./shell/page-notes.tsx')).PageNotes);

/** Links, which lead on without any script. */
const BottomBar = drawnPart(async () => (await import('./shell/bottom-bar.tsx')).BottomBar);

/** For who is signed in. */
const AlongPages = lazyExtra(async () => (await import('./background-tasks.tsx')).AlongPages);

export function App() {
	const { pathname } = useLocation();
	const { hasToken, userId } = useSession();
	useScrollMemory();
	usePrefetch();
	useFollowedLinks();
	useTakenOver();
	// From one category to the next only the products change: the tab that was pressed keeps the focus.
	// From one chat to the next the list beside it stays as well.
	const place = LASTING.find((page) => matchPath(page, pathname)) ?? pathname;
	const hasFooter = WITH_FOOTER.includes(pathname);

	return (
		<>
			<a
				href={`#${CONTENT}`}
				onClick={skipToContent}
				className="fixed top-2 left-2 z-40 flex min-h-11 -translate-y-20 items-center rounded-button bg-surface px-4 font-semibold text-link focus:translate-y-0"
			>
				Skip to content
			</a>
			<TurningBar />
			<Header />
			<Suspense>{hasToken && <AlongPages key={userId} />}</Suspense>
			<main
				id={CONTENT}
				tabIndex={-1}
				className={`min-h-[calc(100dvh-3.8125rem)] outline-none ${hasFooter ? '' : 'foot-room'}`}
			>
				{/* Around the page, not in it: the page before stays until the next one can stand in its place. */}
				<Suspense fallback={<LoadingIndicator />}>
					<ErrorBoundary key={place}>
						<Router />
					</ErrorBoundary>
				</Suspense>
			</main>
			<Suspense>{hasFooter && <Footer />}</Suspense>
			<Suspense>
				<BottomBar />
			</Suspense>
			<Suspense>
				<PageNotes />
			</Suspense>
		</>
	);
}

/** By hand: an address that ends in `#content` would count as another page in the history. */
function skipToContent(event: MouseEvent): void {
	event.preventDefault();
	document.getElementById(CONTENT)?.focus();
}
