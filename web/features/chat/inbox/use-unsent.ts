import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import type { UnsentMessage } from '#web/features/chat/engine/messages.ts';
import { watchOutboxes } from '#web/features/chat/engine/outbox.ts';
import { onLive } from '#web/lib/realtime/realtime.ts';
import { useSession } from '#web/lib/session/session.ts';
import { chatKeys } from './chat-keys.ts';
import { unsentQuery } from './queries.ts';

/** What goes out at once is not shown as waiting. */
const SETTLED_MS = 500;
const NOTHING: Record<string, UnsentMessage> = {};

/** The last of one's words in each chat that are not sent yet, by room. */
export function useUnsent(): Readonly<Record<string, UnsentMessage>> {
	const client = useQueryClient();
	const { userId = 0 } = useSession();
	const { data = NOTHING } = useQuery(unsentQuery(userId));

	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const lookSoon = () => {
			clearTimeout(timer);
			timer = setTimeout(look, SETTLED_MS);
		};
		// Another tab may have sent it.
		const stops = [watchOutboxes(lookSoon), onLive(LIVE_EVENTS.chatChanged, lookSoon)];
		return () => {
			clearTimeout(timer);
			for (const stop of stops) stop();
		};

		function look() {
			void client.invalidateQueries({ queryKey: chatKeys.unsent(userId) });
		}
	}, [client, userId]);

	return data;
}
