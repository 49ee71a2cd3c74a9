import { type Query, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { itemKeys } from '#web/features/items/queries.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { loginPath } from '#web/lib/paths.ts';
import { isReadable } from '#web/lib/readable-path.ts';
import { takeFarewell } from '#web/lib/session/credentials.ts';
import {
	checkStoredSession,
	currentSession,
	WasSignedIn,
	watchSession,
} from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadPage } from './navigation/lazy-page.tsx';
import { bringFirstAnswers } from './preload/hydrate-queries.ts';
import '#web/styles/index.css';

encodeUnreadableAddress();
const queries = createQueryClient();

/**
 * When the user changes, private data is dropped from the cache. Items, which are public, stay visible while they are
 * refetched.
 */
let shownTo = currentSession().userId;
watchSession(() => {
	const { userId } = currentSession();
	if (userId === shownTo) return;
	shownTo = userId;
	const stays = ({ queryKey }: Query) => !userId && queryKey[0] === itemKeys.all[0];
	queries.resetQueries({ predicate: (query) => !stays(query) }).catch(() => undefined);
	queries.invalidateQueries({ predicate: stays }).catch(() => undefined);
	if (!userId) tellEnd();
});

/** Pages that explain the end of the session themselves. */
const SAY_THEMSELVES: readonly string[] = [
	PAGES.login,
	PAGES.signup,
	PAGES.authSuccess,
	PAGES.resetPassword,
];

/**
 * Informs about a session ended by another tab or the server. After a logout in this tab, the page is reloaded
 * instead.
 */
function tellEnd(): void {
	const { pathname, search } = window.location;
	const farewell = takeFarewell();
	if (farewell) {
		const action = { label: 'How to reach us', to: PAGES.about };
		toast(farewell, { tone: 'bad', stays: true, action });
		return;
	}
	if (SAY_THEMSELVES.includes(pathname)) return;
	const action = { label: 'Log in again', to: loginPath(pathname + search) };
	toast('Your session has ended.', { action });
}
checkStoredSession().catch(() => undefined);

// The page's script is loading already: wait for it, so that the first render is the page, not a loading indicator.
const { pathname, search } = window.location;
const root = document.getElementById('root');
// The server-rendered HTML belongs to one address; offline, the service worker may serve the home page for another.
const isDrawn = root?.dataset.address === pathname + search;
await loadPage(pathname, isDrawn);
bringFirstAnswers(queries, { pathname, search: new URLSearchParams(search) });
const app = (
	<StrictMode>
		<QueryClientProvider client={queries}>
			<WasSignedIn value={document.documentElement.dataset.session === 'open'}>
				<BrowserRouter>
					{/* The outermost boundary, for errors outside the page itself. */}
					<ErrorBoundary>
						<App />
					</ErrorBoundary>
				</BrowserRouter>
			</WasSignedIn>
		</QueryClientProvider>
	</StrictMode>
);
if (root) {
	// From here on React handles events in parts whose scripts have loaded (`web/ssr/early-events.ts`).
	root.dataset.awake = '';
	// Hydrates in small steps, so that input is not blocked.
	if (isDrawn) startTransition(() => void hydrateRoot(root, app));
	else createRoot(root).render(app);
}

/** Encodes an address that cannot be decoded, as the server does: it then leads to the "not found" page. */
function encodeUnreadableAddress(): void {
	const { pathname: path, search: query } = window.location;
	if (isReadable(path)) return;
	window.history.replaceState(null, '', `/${encodeURIComponent(path.slice(1))}${query}`);
}

/** Registers the service worker after the page has loaded, so as not to slow it down. Private windows refuse it. */
function keepWhenLoaded(): void {
	import('#web/lib/offline/register.ts')
		.then(({ keepForOffline }) => keepForOffline())
		.catch(() => undefined);
}

if (import.meta.env.PROD) {
	if (document.readyState === 'complete') keepWhenLoaded();
	else window.addEventListener('load', keepWhenLoaded);
}
