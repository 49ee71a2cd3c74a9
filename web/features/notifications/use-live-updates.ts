import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLiveStatus, onLive, watchLiveStatus } from '#web/lib/realtime/realtime.ts';
import { whenCalm } from '#web/lib/when-idle.ts';
import { askForNews } from './list-queries.ts';

/** The first is asked about at once; ten messages more meanwhile are one further change of the numbers. */
const GATHER_MS = 200;

/** Keeps what is known of one's notices up to date for as long as somebody is signed in. */
export function useLiveNotices(): void {
	const client = useQueryClient();

	useEffect(() => {
		let gathering: ReturnType<typeof setTimeout> | undefined;
		let isMore = false;
		const stops = [whenCalm(begin)];
		return () => {
			clearTimeout(gathering);
			for (const stop of stops) stop();
		};

		function begin() {
			stops.push(onLive('notices-changed', askAgain), watchLiveStatus(askWhenConnected));
			// Another part of the page may have connected before: news sent since then had no listener.
			askWhenConnected();
		}

		/** The server does not repeat what it sent while the page was not connected. */
		function askWhenConnected() {
			if (currentLiveStatus().is === 'connected') askAgain();
		}

		function askAgain() {
			isMore = gathering !== undefined;
			if (isMore) return;
			askForNews(client).catch(() => undefined);
			gathering = setTimeout(() => {
				gathering = undefined;
				if (isMore) askAgain();
			}, GATHER_MS);
		}
	}, [client]);
}
