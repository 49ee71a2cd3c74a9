import type { Query, QueryClient } from '@tanstack/react-query';
import { currentSession, watchSession } from '#web/lib/session/session.ts';

/**
 * Drops private data from the query cache whenever the user changes, and tells the user when a session has ended. The
 * catalogue is kept, because it is the same for everyone. Without the catalogue, a page that is still being hydrated
 * would differ from the server's HTML. After signing out, items stay visible while they are refetched.
 * @returns a function that stops watching
 */
export function watchUser(client: QueryClient): () => void {
	let shownUserId = currentSession().userId;
	return watchSession(() => {
		const { userId } = currentSession();
		if (userId === shownUserId) return;
		shownUserId = userId;
		const keepsItems = !userId;
		const isKept = ({ queryKey: [feature] }: Query) =>
			feature === 'catalogue' || (keepsItems && feature === 'items');
		client.resetQueries({ predicate: (query) => !isKept(query) }).catch(() => undefined);
		if (keepsItems) client.invalidateQueries({ queryKey: ['items'] }).catch(() => undefined);
		if (!userId) showSessionEnded().catch(() => undefined);
	});
}

/** Reads the address before the import, because the page may redirect to the sign-in while the script loads. */
async function showSessionEnded(): Promise<void> {
	const { pathname, search } = window.location;
	(await import('./session-ended.ts')).showSessionEnded(pathname, search);
}
