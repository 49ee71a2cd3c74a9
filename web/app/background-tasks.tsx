import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Overlays } from '#web/features/notifications/overlays.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { whenIdle } from '#web/lib/when-idle.ts';

/**
 * Background tasks and overlays for signed-in users on every page: resends unsent messages and saved items, watches
 * displayed items and caches chats for offline use.
 */
export function BackgroundTasks() {
	const { userId } = useSession();
	const client = useQueryClient();

	useEffect(() => {
		const controller = new AbortController();
		import('#web/features/chat/engine/resend-unsent.ts').then(
			({ resendUnsent }) => {
				if (userId !== undefined && !controller.signal.aborted)
					resendUnsent(userId, controller.signal);
			},
			() => undefined,
		);
		return () => controller.abort();
	}, [userId]);

	useEffect(() => {
		const controller = new AbortController();
		import('#web/features/saved/change-saved.ts').then(
			({ sendInBackground }) => {
				if (userId !== undefined && !controller.signal.aborted)
					sendInBackground(client, userId, controller.signal);
			},
			() => undefined,
		);
		return () => controller.abort();
	}, [client, userId]);

	useEffect(() => {
		let stop = () => {};
		const cancel = whenIdle(() => {
			import('#web/features/items/watch-items.ts').then(
				({ watchItems }) => {
					if (!controller.signal.aborted) stop = watchItems(client);
				},
				() => undefined,
			);
		});
		const controller = new AbortController();
		return () => {
			controller.abort();
			cancel();
			stop();
		};
	}, [client]);

	useEffect(() => {
		if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
		const controller = new AbortController();
		const cancel = whenIdle(() => {
			import('#web/features/chat/inbox/cache-chats-for-offline.ts')
				.then(({ cacheChatsForOffline }) => cacheChatsForOffline(client, controller.signal))
				.catch(() => undefined);
		});
		return () => {
			controller.abort();
			cancel();
		};
	}, [client]);

	return <Overlays />;
}
