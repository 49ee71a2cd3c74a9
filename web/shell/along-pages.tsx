import { useEffect } from 'react';
import { OverPages } from '#web/features/notices/over-pages.tsx';
import { useSession } from '#web/lib/session.ts';

/** What goes along with whoever is signed in, on whatever page they are. */
export function AlongPages() {
	const { userId } = useSession();

	useEffect(() => {
		const over = new AbortController();
		import('#web/features/chat/leftovers.ts').then(
			({ sendLeftovers }) => {
				if (userId !== undefined && !over.signal.aborted) sendLeftovers(userId, over.signal);
			},
			() => undefined,
		);
		return () => over.abort();
	}, [userId]);

	return <OverPages />;
}
