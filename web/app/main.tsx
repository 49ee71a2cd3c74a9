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

/** What one person was shown is not for the next. Items that everybody sees stay in sight while they are asked for again. */
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

/** Where one signs in, or ends all sessions by a new password: what comes next stands there. */
const SAY_THEMSELVES: readonly string[] = [
	PAGES.login,
	PAGES.signup,
	PAGES.authSuccess,
	PAGES.resetPassword,
];

/** Another tab or the server has ended it: who has logged out here is on the way to a new page. */
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

// The page's own script is on its way already: the first thing drawn is the page, and not a sign of waiting.
const { pathname, search } = window.location;
const root = document.getElementById('root');
// What the server drew is of one address; offline, a page that was never seen opens with that of another.
const isDrawn = root?.dataset.address === pathname + search;
await loadPage(pathname, isDrawn);
bringFirstAnswers(queries, { pathname, search: new URLSearchParams(search) });
const app = (
	<StrictMode>
		<QueryClientProvider client={queries}>
			<WasSignedIn value={document.documentElement.dataset.session === 'open'}>
				<BrowserRouter>
					{/* The last one, for what stands around the page. */}
					<ErrorBoundary>
						<App />
					</ErrorBoundary>
				</BrowserRouter>
			</WasSignedIn>
		</QueryClientProvider>
	</StrictMode>
);
if (root) {
	// From here on React hears what is pressed, where its scripts have come (`web/ssr/early-events.ts`).
	root.dataset.awake = '';
	// In small steps: what is pressed meanwhile is not kept waiting.
	if (isDrawn) startTransition(() => void hydrateRoot(root, app));
	else createRoot(root).render(app);
}

/** As the server reads it (`server/http/readable-address.ts`): a page that is not there, and no id to ask for. */
function encodeUnreadableAddress(): void {
	const { pathname: path, search: query } = window.location;
	if (isReadable(path)) return;
	window.history.replaceState(null, '', `/${encodeURIComponent(path.slice(1))}${query}`);
}

/** Once the page stands: keeping it must not slow it down. Private windows refuse, and do without. */
function keepWhenLoaded(): void {
	import('#web/lib/offline/register.ts')
		.then(({ keepForOffline }) => keepForOffline())
		.catch(() => undefined);
}

if (import.meta.env.PROD) {
	if (document.readyState === 'complete') keepWhenLoaded();
	else window.addEventListener('load', keepWhenLoaded);
}
