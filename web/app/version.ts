import { useEffect, useState } from 'react';

/** Vite's event on `window` when a lazily loaded script cannot be fetched. */
const PRELOAD_ERROR_EVENT = 'vite:preloadError';

/** Whether a new version was deployed, so that this page can no longer load its scripts. */
export function useIsOutdated(): boolean {
	const [isOutdated, setIsOutdated] = useState(false);

	useEffect(() => {
		const check = () => {
			isOwnScriptMissing().then(
				(isMissing) => isMissing && setIsOutdated(true),
				() => undefined,
			);
		};
		window.addEventListener(PRELOAD_ERROR_EVENT, check);
		return () => window.removeEventListener(PRELOAD_ERROR_EVENT, check);
	}, []);

	return isOutdated;
}

/**
 * Whether a new version has removed this page's own script from the server. Bypasses the caches of browser and service
 * worker.
 * @throws TypeError when there is no connection
 */
async function isOwnScriptMissing(): Promise<boolean> {
	const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/index-"]');
	if (!script) return false;
	const { status } = await fetch(script.src, { method: 'HEAD', cache: 'no-store' });
	return status === 404;
}
