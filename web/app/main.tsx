import { type Query, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { itemKeys } from '#web/features/items/queries.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { isDecodable } from '#web/lib/decodable-path.ts';
import { loginPath } from '#web/lib/paths.ts';
import { takeSessionEndMessage } from '#web/lib/session/credentials.ts';
import {
	checkStoredSession,
	currentSession,
	WasSignedInContext,
	watchSession,
} from '#web/lib/session/session.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { toast } from '#web/ui/toast.ts';
import { App } from './app.tsx';
import { loadPage } from './navigation/lazy-page.tsx';
import { hydrateQueries } from './preload/hydrate-queries.ts';
import '#web/styles/index.css';

encodeMalformedPath();
const queryClient = createQueryClient();

/** What one person was shown is not for the next. Items that everybody sees stay in sight while they are asked for again. */
let shownUserId = currentSession().userId;
watchSession(() => {
	const { userId } = currentSession();
	if (userId === shownUserId) return;
	shownUserId = userId;
	const isPublic = ({ queryKey }: Query) => !userId && queryKey[0] === itemKeys.all[0];
	queryClient.resetQueries({ predicate: (query) => !isPublic(query) }).catch(() => undefined);
	queryClient.invalidateQueries({ predicate: isPublic }).catch(() => undefined);
	if (!userId) showSessionEnded();
});

/** Where one signs in, or ends all sessions by a new password: what comes next stands there. */
const PAGES_WITH_OWN_MESSAGE: readonly string[] = [
	PAGES.login,
	PAGES.signup,
	PAGES.authSuccess,
	PAGES.resetPassword,
];

/** Another tab or the server has ended it: who has logged out here is on the way to a new page. */
function showSessionEnded(): void {
	const { pathname, search } = window.location;
	const endMessage = takeSessionEndMessage();
	if (endMessage) {
		const action = { label: 'How to reach us', to: PAGES.about };
		toast(endMessage, { tone: 'bad', isPersistent: true, action });
		return;
	}
	if (PAGES_WITH_OWN_MESSAGE.includes(pathname)) return;
	const action = { label: 'Log in again', to: loginPath(pathname + search) };
	toast('Your session has ended.', { action });
}
checkStoredSession().catch(() => undefined);

// The page's own script is on its way already: the first thing drawn is the page, and not a sign of waiting.
const { pathname, search } = window.location;
const root = document.getElementById('root');
// What the server drew is of one address; offline, a page that was never seen opens with that of another.
const isServerRendered = root?.dataset.address === pathname + search;
await loadPage(pathname, isServerRendered);
hydrateQueries(queryClient, { pathname, search: new URLSearchParams(search) });
const app = (
	<StrictMode>
		<QueryClientProvider client={queryClient}>
			<WasSignedInContext value={document.documentElement.dataset.session === 'open'}>
				<BrowserRouter>
					{/* The last one, for what stands around the page. */}
					<ErrorBoundary>
						<App />
					</ErrorBoundary>
				</BrowserRouter>
			</WasSignedInContext>
		</QueryClientProvider>
	</StrictMode>
);
if (root) {
	// From here on React hears what is pressed, where its scripts have come (`web/ssr/early-events.ts`).
	root.dataset.awake = '';
	// In small steps: what is pressed meanwhile is not kept waiting.
	if (isServerRendered) startTransition(() => void hydrateRoot(root, app));
	else createRoot(root).render(app);
}

/** As the server reads it (`server/http/decodable-url.ts`): a page that is not there, and no id to ask for. */
function encodeMalformedPath(): void {
	const { pathname: path, search: query } = window.location;
	if (isDecodable(path)) return;
	window.history.replaceState(null, '', `/${encodeURIComponent(path.slice(1))}${query}`);
}

/** Once the page stands: keeping it must not slow it down. Private windows refuse, and do without. */
function registerAfterLoad(): void {
	import('#web/lib/offline/register.ts')
		.then(({ registerServiceWorker: keepForOffline }) => keepForOffline())
		.catch(() => undefined);
}

if (import.meta.env.PROD) {
	if (document.readyState === 'complete') registerAfterLoad();
	else window.addEventListener('load', registerAfterLoad);
}
