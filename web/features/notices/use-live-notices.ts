import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLiveStatus, onLive, watchLiveStatus } from '#web/lib/live.ts';
import { askForNews } from './notification-queries.ts';

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
			stops.push(onLive('notices-changed', askAgain), watchLiveStatus(askAfterBreak));
		}

		/** What was told while there was no line is told to nobody. */
		function askAfterBreak() {
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

/** Calls back once the page has loaded and has nothing better to do; returns how to call it off. */
function whenCalm(callback: () => void): () => void {
	const called = new AbortController();
	if (document.readyState === 'complete') rest();
	else window.addEventListener('load', rest, { once: true, signal: called.signal });
	return () => called.abort();

	function rest() {
		const begin = () => called.signal.aborted || callback();
		// Safari can't tell.
		if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 2000 });
		else setTimeout(begin, 200);
	}
}
