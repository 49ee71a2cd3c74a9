import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { isDecodable } from '#web/lib/decodable-path.ts';
import {
	checkStoredSession,
	showServerSession,
	WasSignedInContext,
} from '#web/lib/session/session.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { retryUntilLoaded, waitForLazyHydrated } from '#web/ui/lazy-hydrated.ts';
import { App } from './app.tsx';
import { loadPage } from './navigation/lazy-page.tsx';
import { hydrateQueries } from './preload/hydrate-queries.ts';
import { watchUser } from './watch-user.ts';
import '#web/styles/index.css';

encodeMalformedPath();
const queryClient = createQueryClient();

watchUser(queryClient);
checkStoredSession().catch(() => undefined);

// The page's script is loading already: wait for it, so that the first render is the page, not a loading indicator.
const { pathname, search } = window.location;
const root = document.getElementById('root');
// The server-rendered HTML belongs to one address; offline, the service worker may serve the home page in place of
// another page.
const isServerRendered = root?.dataset.address === pathname + search;
// Not a top-level `await`: with one, the build makes a script for every module that two pages share.
void loadPage(pathname, isServerRendered).then(showPage);

function showPage(): void {
	hydrateQueries(queryClient, { pathname, search: new URLSearchParams(search) });
	const wasSignedIn = document.documentElement.dataset.session === 'open';
	if (isServerRendered) showServerSession(wasSignedIn, waitForHydration());
	const app = (
		<StrictMode>
			<QueryClientProvider client={queryClient}>
				<WasSignedInContext value={wasSignedIn}>
					<BrowserRouter>
						{/* Catches errors in header and menus; errors of a page are caught by the boundary inside `App`. */}
						<ErrorBoundary>
							<App />
						</ErrorBoundary>
					</BrowserRouter>
				</WasSignedInContext>
			</QueryClientProvider>
		</StrictMode>
	);
	if (root) {
		// From here on React handles events in parts whose scripts have loaded (`web/ssr/early-events.ts`).
		root.dataset.awake = '';
		// Hydrates in small steps, so that input is not blocked.
		if (isServerRendered) startTransition(() => void hydrateRoot(root, app));
		else createRoot(root).render(app);
	}

	if (import.meta.env.PROD) {
		if (document.readyState === 'complete') registerAfterLoad();
		else window.addEventListener('load', registerAfterLoad);
	}
}

/** Resolves when the scripts of all server-rendered parts have loaded and React has hydrated them. */
async function waitForHydration(): Promise<void> {
	await waitForLazyHydrated();
	const { requestIdle } = await retryUntilLoaded(() => import('#web/lib/when-idle.ts'));
	await new Promise<void>((resolve) => requestIdle(resolve));
}

/** Encodes an address that cannot be decoded, as the server does: it then leads to the "not found" page. */
function encodeMalformedPath(): void {
	const { pathname: path, search: query } = window.location;
	if (isDecodable(path)) return;
	window.history.replaceState(null, '', `/${encodeURIComponent(path.slice(1))}${query}`);
}

/** Registers the service worker after the page has loaded, so as not to slow it down. Private windows refuse it. */
function registerAfterLoad(): void {
	import('#web/lib/offline/register.ts')
		.then(({ registerServiceWorker }) => registerServiceWorker())
		.catch(() => undefined);
}
