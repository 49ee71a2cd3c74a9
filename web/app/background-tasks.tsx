import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Overlays } from '#web/features/notifications/overlays.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { whenCalm } from '#web/lib/when-idle.ts';

/**
 * Background tasks and overlays for signed-in users on every page: resends unsent messages, watches displayed items
 * and caches chats for offline use.
 */
export function AlongPages() {
	const { userId } = useSession();
	const client = useQueryClient();

	useEffect(() => {
		const over = new AbortController();
		import('#web/features/chat/engine/resend-unsent.ts').then(
			({ resendUnsent }) => {
				if (userId !== undefined && !over.signal.aborted) resendUnsent(userId, over.signal);
			},
			() => undefined,
		);
		return () => over.abort();
	}, [userId]);

	useEffect(() => {
		let stop = () => {};
		const callOff = whenCalm(() => {
			import('#web/features/items/watching.ts').then(
				({ watchItems }) => {
					if (!over.signal.aborted) stop = watchItems(client);
				},
				() => undefined,
			);
		});
		const over = new AbortController();
		return () => {
			over.abort();
			callOff();
			stop();
		};
	}, [client]);

	useEffect(() => {
		if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
		const over = new AbortController();
		const callOff = whenCalm(() => {
			import('#web/features/chat/inbox/keep-chats.ts')
				.then(({ cacheChatsForOffline }) => cacheChatsForOffline(client, over.signal))
				.catch(() => undefined);
		});
		return () => {
			over.abort();
			callOff();
		};
	}, [client]);

	return <Overlays />;
}
