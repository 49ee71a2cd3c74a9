import { useEffect, useState } from 'react';

/** Vite's own, told to the window where a script that is fetched later does not come. */
const PRELOAD_ERROR_EVENT = 'vite:preloadError';

/** Whether the market has another version by now than this page, which lacks a part of its own. */
export function useIsOutdated(): boolean {
	const [isOutdated, setIsOutdated] = useState(false);

	useEffect(() => {
		const check = () => {
			isOwnScriptMissing().then(setIsOutdated, () => undefined);
		};
		window.addEventListener(PRELOAD_ERROR_EVENT, check);
		return () => window.removeEventListener(PRELOAD_ERROR_EVENT, check);
	}, []);

	return isOutdated;
}

/**
 * Asked of the market itself: browser and service worker keep what they have.
 * @throws TypeError when there is no connection
 */
async function isOwnScriptMissing(): Promise<boolean> {
	const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/index-"]');
	if (!script) return false;
	const { status } = await fetch(script.src, { method: 'HEAD', cache: 'no-store' });
	return status === 404;
}
