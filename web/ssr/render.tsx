import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from '#web/app/app.tsx';
import { loadPage } from '#web/app/navigation/lazy-page.tsx';
import { bringFirstAnswers } from '#web/app/preload/hydrate-queries.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { WasSignedIn } from '#web/lib/session/session.ts';
import { giveFirstAnswers } from './preloaded.ts';
import { giveSite } from './site.ts';

/**
 * Forces a single chunk: later chunks would be inserted by inline scripts, which the content security policy forbids.
 */
const ONE_PIECE = Number.MAX_SAFE_INTEGER;

/**
 * Renders pages on the server, exactly as browsers render them first. The result depends on the address and on
 * whether a user is signed in, not on which user.
 * @param site data about this installation
 */
export function openPainter(site: Parameters<typeof giveSite>[0]) {
	giveSite(site);

	/**
	 * @param address the path with its query
	 * @param answers API responses embedded in the page, by address
	 * @param wasSignedIn whether the browser's cookie says that a user is signed in
	 * @returns the HTML of the page's root element
	 */
	return async (
		address: string,
		answers: ReadonlyMap<string, unknown>,
		wasSignedIn: boolean,
	): Promise<string> => {
		const { pathname, searchParams: search } = new URL(address, 'http://here.invalid');
		await loadPage(pathname);
		const client = createQueryClient();
		// Read synchronously, before another page can render.
		giveFirstAnswers(answers);
		bringFirstAnswers(client, { pathname, search });
		const { prelude } = await prerender(
			<StrictMode>
				<QueryClientProvider client={client}>
					<WasSignedIn value={wasSignedIn}>
						<StaticRouter location={address}>
							<App />
						</StaticRouter>
					</WasSignedIn>
				</QueryClientProvider>
			</StrictMode>,
			{ progressiveChunkSize: ONE_PIECE },
		);
		return new Response(prelude).text();
	};
}
