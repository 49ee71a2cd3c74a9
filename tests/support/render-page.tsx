import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { checkSession } from '#contract/auth/endpoints.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { getCatalogue, listCategories } from '#contract/catalogue/endpoints.ts';
import type { Category } from '#contract/catalogue/schemas.ts';
import { listChats } from '#contract/chat/endpoints.ts';
import { countItems, getAllItems, getFacets } from '#contract/items/endpoints.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { listSavedIds } from '#contract/saved/endpoints.ts';
import { getStudies, getStudiesInvitation, listItemsForMe } from '#contract/studies/endpoints.ts';
import { App } from '#web/app/app.tsx';
import { loadPage } from '#web/app/navigation/lazy-page.tsx';
import { Router } from '#web/app/router.tsx';
import { PageStatus } from '#web/app/shell/page-status.tsx';
import { categoriesQuery } from '#web/features/catalogue/queries.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { signIn } from '#web/lib/session/session.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { sampleCatalogue, sampleCategories } from './catalogue-replies.ts';
import { fakeApi } from './fake-api.ts';
import { renderInRoot } from './render-in-root.ts';
import { setWidth } from './set-width.ts';

/** Counts the sessions, so that each has a different token: the app remembers the tokens of ended sessions. */
let sessionCount = 0;

interface RenderOptions {
	/** The signed-in user; a guest by default. */
	as?: OwnAccount;
	/** CSS pixels. */
	width?: number;
	/** The categories embedded in the page; by default those of a new installation. Only `renderPage` uses them. */
	categories?: Category[];
}

/** Renders a page of the market, with toasts and dialogs, without the header and the menus around it. */
export async function renderPage(path: string, options?: RenderOptions): Promise<void> {
	await openPath(path, options);
	await renderInApp(
		<>
			<main>
				<Suspense fallback={<LoadingIndicator />}>
					<Router />
				</Suspense>
			</main>
			<PageStatus />
		</>,
		options,
	);
}

/** Renders a page with everything around it: header, menus, and the background tasks of signed-in users. */
export async function renderApp(path: string, options: RenderOptions = {}): Promise<void> {
	if (options.as) {
		fakeApi.answerByDefault(getNotificationSummary);
		fakeApi.answerByDefault(listChats);
	}
	// The mouse pointer may rest on a link to the home page, which then is prefetched.
	fakeApi.answerByDefault(getAllItems, []);
	fakeApi.answerByDefault(countItems);
	await openPath(path, options);
	await renderInApp(<App />);
}

/** Goes to another page of the app, as a link does. */
export function goTo(path: string): void {
	window.history.pushState(null, '', path);
	window.dispatchEvent(new PopStateEvent('popstate'));
}

/** Renders one component, with toasts and dialogs. */
export async function renderComponent(
	component: ReactNode,
	{ path = '/', ...options }: RenderOptions & { path?: string } = {},
): Promise<void> {
	await openPath(path, options);
	await renderInApp(
		<>
			{component}
			<PageStatus />
		</>,
	);
}

async function openPath(path: string, { as, width }: RenderOptions = {}): Promise<void> {
	if (width) await setWidth(width);
	window.history.replaceState(null, '', path);
	fakeApi.answerByDefault(getMaintenance);
	fakeApi.answerByDefault(listCategories, { categories: sampleCategories() });
	fakeApi.answerByDefault(getCatalogue, sampleCatalogue());
	fakeApi.answerByDefault(getFacets);
	// For a late request, which a user who has signed out meanwhile may have caused.
	fakeApi.answerByDefault(listSavedIds);
	if (as) {
		fakeApi.answerByDefault(checkSession, { user: as });
		// The calls of the home page for a signed-in user, who has declined to say what they study.
		for (const endpoint of [getStudies, getStudiesInvitation, listItemsForMe])
			fakeApi.answerByDefault(endpoint);
		sessionCount += 1;
		signIn(`token-${sessionCount}`, as.id);
		// The check of the session needs this script. Load it now, so that the check is not sent after the end of a short test.
		await import('#web/lib/session/calls.ts');
	}
	await loadPage(window.location.pathname);
}

/** A query client that already has the categories, because the server embeds them in every page. */
function clientWithCategories({ categories = sampleCategories() }: RenderOptions): QueryClient {
	const client = createQueryClient();
	client.setQueryData(categoriesQuery().queryKey, categories);
	return client;
}

async function renderInApp(content: ReactNode, options: RenderOptions = {}): Promise<void> {
	await renderInRoot(
		<StrictMode>
			<QueryClientProvider client={clientWithCategories(options)}>
				<BrowserRouter>
					<ErrorBoundary>{content}</ErrorBoundary>
				</BrowserRouter>
			</QueryClientProvider>
		</StrictMode>,
	);
}
