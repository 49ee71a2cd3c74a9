import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from './lib/query-client.ts';
import { checkStoredSession, currentSession, watchSession } from './lib/session.ts';
import { App } from './shell/app.tsx';
import { loadPage } from './shell/lazy-page.tsx';
import './styles.css';

const queries = createQueryClient();

/** What one person was shown is not for the next. */
let shownTo = currentSession().userId;
watchSession(() => {
	const { userId } = currentSession();
	if (userId === shownTo) return;
	shownTo = userId;
	queries.resetQueries().catch(() => undefined);
});
checkStoredSession().catch(() => undefined);

// The page's own script is on its way already: the first thing drawn is the page, and not a sign of waiting.
await loadPage(window.location.pathname);
const root = document.getElementById('root');
if (root) {
	createRoot(root).render(
		<StrictMode>
			<QueryClientProvider client={queries}>
				<BrowserRouter>
					<App />
				</BrowserRouter>
			</QueryClientProvider>
		</StrictMode>,
	);
}

/** Once the page stands: keeping it must not slow it down. Private windows refuse, and do without. */
function keepWhenLoaded(): void {
	import('./lib/offline.ts').then(({ keepForOffline }) => keepForOffline()).catch(() => undefined);
}

if (import.meta.env.PROD) {
	if (document.readyState === 'complete') keepWhenLoaded();
	else window.addEventListener('load', keepWhenLoaded);
}
