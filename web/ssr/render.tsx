import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from '#web/app/app.tsx';
import { loadPage } from '#web/app/navigation/lazy-page.tsx';
import { hydrateQueries } from '#web/app/preload/hydrate-queries.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { WasSignedInContext } from '#web/lib/session/session.ts';
import { setPreloadedAnswers } from './preloaded.ts';
import { setSite } from './site.ts';

/**
 * Forces a single chunk: later chunks would be inserted by inline scripts, which the content security policy forbids.
 */
const SINGLE_CHUNK = Number.MAX_SAFE_INTEGER;

/**
 * Creates the function that renders pages on the server, exactly as browsers render them first. The result depends on
 * the URL and on whether a user is signed in, but not on which user.
 * @param site name, contacts and other data of this installation
 */
export function createRenderer(site: Parameters<typeof setSite>[0]) {
	setSite(site);

	/**
	 * @param url the path with its query
	 * @param answers API responses embedded in the page, by URL
	 * @param wasSignedIn whether the browser's cookie says that a user is signed in
	 * @returns the HTML of the page's root element
	 */
	return async (
		url: string,
		answers: ReadonlyMap<string, unknown>,
		wasSignedIn: boolean,
	): Promise<string> => {
		const { pathname, searchParams } = new URL(url, 'http://here.invalid');
		await loadPage(pathname);
		const client = createQueryClient();
		// Nothing may be awaited between these two calls: another page could set its answers.
		setPreloadedAnswers(answers);
		hydrateQueries(client, { pathname, search: searchParams });
		const { prelude } = await prerender(
			<StrictMode>
				<QueryClientProvider client={client}>
					<WasSignedInContext value={wasSignedIn}>
						<StaticRouter location={url}>
							<App />
						</StaticRouter>
					</WasSignedInContext>
				</QueryClientProvider>
			</StrictMode>,
			{ progressiveChunkSize: SINGLE_CHUNK },
		);
		return new Response(prelude).text();
	};
}
