import { useEffect, useState } from 'react';

/** Vite's own, told to the window where a script that is fetched later does not come. */
const PART_LOST = 'vite:preloadError';

/** Whether the market has another version by now than this page, which lacks a part of its own. */
export function useIsVersionGone(): boolean {
	const [isGone, setIsGone] = useState(false);

	useEffect(() => {
		const look = () => {
			isOwnScriptGone().then(setIsGone, () => undefined);
		};
		window.addEventListener(PART_LOST, look);
		return () => window.removeEventListener(PART_LOST, look);
	}, []);

	return isGone;
}

/**
 * Asked of the market itself: browser and service worker keep what they have.
 * @throws TypeError when there is no connection
 */
async function isOwnScriptGone(): Promise<boolean> {
	const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/index-"]');
	if (!script) return false;
	const { status } = await fetch(script.src, { method: 'HEAD', cache: 'no-store' });
	return status === 404;
}
