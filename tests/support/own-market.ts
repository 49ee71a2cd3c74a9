import { startMarket } from './served-market.ts';
import { whenDone } from './when-done.ts';

/**
 * A market of a test file's own, started as people start it: it may be closed without harm to other tests.
 * @param given of its configuration
 */
export async function openOwnMarket(given: Record<string, string> = {}) {
	const { address, dataDir, stop } = await startMarket({ LOG_LEVEL: 'warn', ...given });
	whenDone(stop);
	return { address, dataDir };
}
