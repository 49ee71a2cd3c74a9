import { startMarket } from './served-market.ts';
import { whenDone } from './when-done.ts';

/**
 * An app for one test file, started as users start it: closing it does no harm to other tests.
 * @param given environment variables
 */
export async function openOwnMarket(given: Record<string, string> = {}) {
	const { address, dataDir, stop } = await startMarket({ LOG_LEVEL: 'warn', ...given });
	whenDone(stop);
	return { address, dataDir };
}
