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
/** Pages that stay mounted when their address parameters change. */
const LASTING = [PAGES.category, PAGES.chat];

/** Pages of text. On other pages a footer would be in the way. */
const WITH_FOOTER: readonly string[] = [PAGES.home, PAGES.about, PAGES.rules, PAGES.privacy];

/** Below the first screen, so it loads later. */
const Footer = lazyExtra(async () => (await import('./shell/footer.tsx')).Footer);

/** Empty when a page opens, so it loads later. */
const PageNotes = lazyExtra(async () => (await import('./shell/page-notes.tsx')).PageNotes);

/** Consists of links, which work without script. */
const BottomBar = drawnPart(async () => (await import('./shell/bottom-bar.tsx')).BottomBar);

/** Only for signed-in users. */
const AlongPages = lazyExtra(async () => (await import('./background-tasks.tsx')).AlongPages);

export function App() {
	const { pathname } = useLocation();
	const { hasToken, userId } = useSession();
	useScrollMemory();
	usePrefetch();
	useFollowedLinks();
	useTakenOver();
	// Between categories only the products change, so the pressed tab keeps the focus.
	// Between chats the list beside them stays, too.
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
				{/* Outside the page, so that the previous page stays until the next one can be rendered. */}
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

/** Moves the focus by script: a link to `#content` would add a history entry. */
function skipToContent(event: MouseEvent): void {
	event.preventDefault();
	document.getElementById(CONTENT)?.focus();
}
