import { useEffect, useState } from 'react';

/** Vite's event on `window` when a lazily loaded script cannot be fetched. */
const PART_LOST = 'vite:preloadError';

/** Whether a new version was deployed, so that this page can no longer load its scripts. */
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
 * Asks the server, bypassing the caches of browser and service worker.
 * @throws TypeError when there is no connection
 */
async function isOwnScriptGone(): Promise<boolean> {
	const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/index-"]');
	if (!script) return false;
	const { status } = await fetch(script.src, { method: 'HEAD', cache: 'no-store' });
	return status === 404;
}
