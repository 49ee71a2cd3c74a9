import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Registers a cleanup: after the current test or, outside of any test, after the file. Files share a process, so an
 * open resource would stay for the whole run.
 */
export function onCleanup(cleanup: () => unknown): void {
	const run = async () => void (await cleanup());
	if (TestRunner.getCurrentTest()) onTestFinished(run);
	else afterAll(run);
}
