import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { currentLiveStatus, onLive, watchLiveStatus } from '#web/lib/realtime/realtime.ts';

/** Between one question and the next. */
const GATHER_MS = 500;

/**
 * Asks anew for what a query shows when a chat has changed, and after every gap in the line. However many news come
 * meanwhile, they are one more question.
 * @param key the same while its text is
 */
export function useChatNews(key: QueryKey): void {
	const client = useQueryClient();
	const keyText = JSON.stringify(key);

	useEffect(() => {
		const queryKey = JSON.parse(keyText);
		let isAsking = false;
		let isBehind = false;
		let isOver = false;
		const stopHearing = onLive(LIVE_EVENTS.chatChanged, () => void ask());
		const stopWatching = watchLiveStatus(() => {
			if (currentLiveStatus().is === 'connected') void ask();
		});
		return () => {
			isOver = true;
			stopHearing();
			stopWatching();
		};

		async function ask() {
			isBehind = true;
			if (isAsking) return;
			isAsking = true;
			while (isBehind && !isOver) {
				isBehind = false;
				await client.invalidateQueries({ queryKey });
				await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
			}
			isAsking = false;
		}
	}, [client, keyText]);
}
