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

/** One piece: parts that are sent after the others are put in their places by scripts, which our policy forbids. */
const SINGLE_CHUNK = Number.MAX_SAFE_INTEGER;

/**
 * Draws pages as their visitors' browsers will draw them first: the same for all, but for who is signed in.
 * @param site what the pages say of the place they serve
 */
export function createRenderer(site: Parameters<typeof setSite>[0]) {
	setSite(site);

	/**
	 * @param address from the root on, with its query
	 * @param answers of the API that travel with the page, by their addresses
	 * @param wasSignedIn whether the browser said that somebody is signed in
	 * @returns what stands in the page's root element
	 */
	return async (
		url: string,
		answers: ReadonlyMap<string, unknown>,
		wasSignedIn: boolean,
	): Promise<string> => {
		const { pathname, searchParams: search } = new URL(url, 'http://here.invalid');
		await loadPage(pathname);
		const client = createQueryClient();
		// Taken before anything else can be drawn.
		setPreloadedAnswers(answers);
		hydrateQueries(client, { pathname, search });
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
