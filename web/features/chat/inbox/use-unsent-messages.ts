import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { UnsentMessage } from '#web/features/chat/engine/messages.ts';
import { watchOutboxes } from '#web/features/chat/engine/outbox.ts';
import { onRealtimeEvent } from '#web/lib/realtime/realtime.ts';
import { useSession } from '#web/lib/session/session.ts';
import { unsentQuery } from './queries.ts';

/** Messages sent within this time are never shown as waiting. */
const SHOW_AFTER_MS = 500;
const NO_MESSAGES: Record<string, UnsentMessage> = {};

/** The user's last unsent message in each chat, by room id. */
export function useUnsentMessages(): Readonly<Record<string, UnsentMessage>> {
	const client = useQueryClient();
	const { userId = 0 } = useSession();
	const { data = NO_MESSAGES } = useQuery(unsentQuery(userId));

	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const stops = [
			watchOutboxes(() => {
				clearTimeout(timer);
				timer = setTimeout(refresh, SHOW_AFTER_MS);
			}),
			// Another tab may have sent the message. A busy inbox must not delay the refresh again and again.
			onRealtimeEvent(REALTIME_EVENTS.chatChanged, () => {
				timer ??= setTimeout(refresh, SHOW_AFTER_MS);
			}),
		];
		return () => {
			clearTimeout(timer);
			for (const stop of stops) stop();
		};

		function refresh() {
			timer = undefined;
			void client.invalidateQueries({ queryKey: unsentQuery(userId).queryKey });
		}
	}, [client, userId]);

	return data;
}
