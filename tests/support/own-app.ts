import { startOwnApp } from './app-process.ts';
import { onCleanup } from './on-cleanup.ts';

/**
 * An app for one test file, started as users start it: closing it does no harm to other tests.
 * @param settings environment variables
 */
export async function openOwnApp(settings: Record<string, string> = {}) {
	const { address, dataDir, stop } = await startOwnApp(settings);
	onCleanup(stop);
	return { address, dataDir };
}
